'use client';

import { useChat } from '@ai-sdk/react';
import { useEffect, useState } from 'react';

import type { RunMessage } from '../lib/message';

/** The id of the chat, which is kept in the address: a page that is loaded again shows the same chat. */
function useChatId(): string | undefined {
  const [id, setId] = useState<string>();
  useEffect(() => {
    if (location.hash === '') location.hash = crypto.randomUUID();
    setId(location.hash.slice(1));
  }, []);
  return id;
}

export default function Page() {
  const id = useChatId();
  return id === undefined ? null : <Chat id={id} />;
}

function Chat({ id }: { readonly id: string }) {
  const { messages, sendMessage, status, error, stop } = useChat<RunMessage>({ id, resume: true });
  const [text, setText] = useState('Who approves travel?');
  const isBusy = status === 'submitted' || status === 'streaming';
  return (
    <main>
      {messages.map((message) => (
        <article key={message.id} data-role={message.role}>
          {message.parts.map((part, index) => (
            <Part key={index} part={part} />
          ))}
        </article>
      ))}
      {error && <p role="alert">{error.message}</p>}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void sendMessage({ text });
        }}
      >
        <input
          aria-label="Question"
          value={text}
          onChange={(event) => {
            setText(event.target.value);
          }}
        />
        <button disabled={isBusy}>Ask</button>
        {isBusy && (
          <button type="button" onClick={() => void stop()}>
            Leave
          </button>
        )}
      </form>
    </main>
  );
}

/** One part of a message. `part.data` has the type that belongs to `part.type`. */
function Part({ part }: { readonly part: RunMessage['parts'][number] }) {
  switch (part.type) {
    case 'text':
      return <p className="text">{part.text}</p>;
    case 'reasoning':
      return <pre className="reasoning">{part.text}</pre>;
    case 'data-code':
      return (
        <pre className="code">
          {part.data.code} ({part.data.status})
        </pre>
      );
    case 'data-output':
      return <pre className="output">{part.data.error ?? part.data.stdout}</pre>;
    case 'data-query':
      return (
        <p className="query">
          {part.data.prompt} → {part.data.response ?? part.data.status}
        </p>
      );
    case 'data-budget':
      return <p className="budget">{part.data.tokensLeft} tokens left</p>;
    case 'data-stop':
      return <p className="stop">{`No answer: ${part.data.code}`}</p>;
    case 'data-gap':
      return <p className="gap">{part.data.events} events were missed.</p>;
    default:
      return null;
  }
}
