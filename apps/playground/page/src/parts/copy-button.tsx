import { useState } from 'react';

/** Copies a text, and says whether it could. */
export function CopyButton({ label, text }: { readonly label: string; readonly text: string }) {
  const [said, setSaid] = useState('');
  return (
    <span className="copy">
      <output className="figure">{said}</output>
      <button
        type="button"
        className="quiet"
        aria-label={label}
        onClick={() => {
          copy(text).then(setSaid, () => {
            setSaid('The browser does not let this page copy.');
          });
        }}
      >
        Copy
      </button>
    </span>
  );
}

async function copy(text: string): Promise<string> {
  await navigator.clipboard.writeText(text);
  return 'Copied';
}
