import type { Socket } from 'node:net';

import { InvalidOptionError } from '@rlm/repl-types';
import { messageOf, roughBytes } from '@rlm/repl-types/internal';

import { createFramePump } from './frame-pump.js';
import type { Engine, EngineRecipe, EngineFrame } from './engine.js';
import { findHoles } from '../inside/find-holes.js';
import { heldFrameBytes, piecesFrom } from './message-bounds.js';
import type { FromProcess, RemoteError, ToProcess } from './protocol.js';
import type { TextPart } from './text-part.js';
import { createMessageReader, encodeMessage } from './wire.js';

/** The connection with the host, from which the script itself came: defined by the bootstrap. */
declare const socket: Socket;
/** Has what comes through it passed on, in memory that is used again: for no longer than the call. */
declare const listen: (listener: (bytes: Buffer) => void) => void;

/**
 * Serves engines of one recipe to the host, until the host is gone.
 *
 * @param makeRecipe Makes the recipe from the host's {@link LoadMessage}.
 */
export function serveEngines(
  makeRecipe: (
    data: never,
    report: (diagnostic: unknown) => void,
    file: number | undefined,
    offer: (content: Uint8Array) => boolean,
  ) => EngineRecipe,
): void {
  const pump = createFramePump(socket);
  const say = (message: FromProcess): void => {
    pump.write(encodeMessage(message));
  };
  const report = (diagnostic: unknown): void => {
    say({ type: 'diagnostic', diagnostic });
  };
  /** Whether the host takes a file: it does until an engine has started, from a process that can write none. */
  let canOffer = false;
  const offer = (content: Uint8Array): boolean => {
    const isTaken = canOffer;
    if (isTaken) say({ type: 'file', bytes: content });
    canOffer = false;
    return isTaken;
  };
  let recipe: EngineRecipe | undefined;
  const engines = new Map<number, Engine>();
  /** The controllers that stop engines which are starting. */
  const starting = new Map<number, AbortController>();

  const start = async ({ engine: id, start }: StartMessage): Promise<void> => {
    if (recipe === undefined) throw new Error('no recipe was loaded');
    const unwanted = new AbortController();
    starting.set(id, unwanted);
    let frames: unknown[] = [];
    let heldBytes = 0;
    const flush = (): void => {
      if (frames.length > 0) say({ type: 'frames', engine: id, frames });
      frames = [];
      heldBytes = 0;
    };
    const engine = await recipe.start({
      ...start,
      ownsSnapshot: true,
      abortSignal: unwanted.signal,
      events: {
        onFrame(frame) {
          if (frames.push(frame) === 1) queueMicrotask(flush);
          heldBytes += roughBytes(frame, heldFrameBytes);
          if (heldBytes > heldFrameBytes) flush();
        },
        onExit(exit) {
          flush();
          engines.delete(id);
          say({ type: 'exit', engine: id, exit });
        },
      },
    });
    engines.set(id, engine);
    starting.delete(id);
    canOffer = false;
    say({ type: 'started', engine: id });
    if (unwanted.signal.aborted) await kill(id);
  };
  const kill = async (id: number): Promise<void> => {
    const unwanted = starting.get(id);
    if (unwanted !== undefined) {
      unwanted.abort(new Error('the engine is no longer wanted'));
      return;
    }
    await engines.get(id)?.kill();
    engines.delete(id);
    say({ type: 'killed', engine: id });
  };
  const snapshot = async (id: number, maxBytes: number): Promise<void> => {
    try {
      const bytes = await engines.get(id)?.snapshot?.(maxBytes);
      say({ type: 'snapshot', engine: id, bytes });
    } catch (error) {
      say({ type: 'snapshot', engine: id, error: toRemote(error) });
    }
  };
  const build = async (): Promise<void> => {
    try {
      const text = await recipe?.build?.();
      say({ type: 'built', build: text });
    } catch (error) {
      say({ type: 'built', error: toRemote(error) });
    }
  };

  const take = (message: ToProcess): void => {
    switch (message.type) {
      case 'load':
        canOffer = message.outside !== undefined;
        recipe = makeRecipe(message.data as never, report, message.file, offer);
        say({ type: 'ready', holes: message.outside && findHoles(message.outside) });
        break;
      case 'start':
        start(message).catch((error: unknown) => {
          starting.delete(message.engine);
          say({ type: 'refused', engine: message.engine, error: toRemote(error) });
        });
        break;
      case 'frame':
        send(engines.get(message.engine), message.frame);
        break;
      case 'interrupt':
        engines.get(message.engine)?.interrupt(message.reason);
        break;
      case 'snapshot':
        void snapshot(message.engine, message.maxBytes);
        break;
      case 'kill':
        void kill(message.engine);
        break;
      case 'build':
        void build();
        break;
    }
  };
  const reader = createMessageReader(
    (message) => {
      take(message as ToProcess);
    },
    () => process.exit(1),
  );
  listen((bytes) => {
    reader.push(bytes);
  });
  socket.on('close', () => process.exit(0));
}

/** A text in pieces goes on so if the engine takes it so, and if it is long. */
function send(engine: Engine | undefined, frame: EngineFrame): void {
  if (frame.type !== 'set-text' || typeof frame.text === 'string') {
    engine?.send(frame);
    return;
  }
  const text = frame.text as unknown as TextPart;
  if (engine?.sendFile === undefined || text.bytes < piecesFrom) {
    engine?.send({ ...frame, text: text.text() });
  } else engine.sendFile({ ...frame, text });
}

type StartMessage = Extract<ToProcess, { type: 'start' }>;

function toRemote(error: unknown): RemoteError {
  const { code } = error as { code?: unknown };
  return {
    message: messageOf(error),
    code: typeof code === 'string' ? code : undefined,
    option: InvalidOptionError.isInstance(error) ? error.details?.option : undefined,
  };
}
