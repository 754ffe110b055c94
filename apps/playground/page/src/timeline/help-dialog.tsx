import { Dialog } from '../parts/dialog.js';

const keys = [
  ['j  or  ↓  or  →', 'next step'],
  ['k  or  ↑  or  ←', 'previous step'],
  ['Home', 'first step'],
  ['End', 'last step; follows a run that is under way'],
  ['o', 'opens or closes the sub-queries of the step'],
  ['/', 'search; Enter goes to the first place, Escape leaves'],
  ['n  and  N', 'next and previous place'],
  ['?', 'this help'],
] as const;

/** The keys of the timeline. */
export function HelpDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog title="Keys" onClose={onClose}>
      <dl className="keys">
        {keys.map(([key, what]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
