/** What is visible if not everything fits. */
export type Tab = 'timeline' | 'details' | 'lab';

const names: Readonly<Record<Tab, string>> = {
  timeline: 'Timeline',
  details: 'Details',
  lab: 'Policy lab',
};

/** Switches between the timeline and the details beside it. If both fit, switches between details and lab. */
export function Tabs({
  tab,
  hasLab,
  onTab,
}: {
  readonly tab: Tab;
  readonly hasLab: boolean;
  readonly onTab: (tab: Tab) => void;
}) {
  const tabs: readonly Tab[] = hasLab ? ['timeline', 'details', 'lab'] : ['timeline', 'details'];
  return (
    <nav className="tabs" aria-label="Parts of the run">
      {tabs.map((name) => (
        <button
          key={name}
          type="button"
          className={`tab-button-${name}`}
          aria-pressed={tab === name}
          onClick={() => {
            onTab(name);
          }}
        >
          {names[name]}
        </button>
      ))}
    </nav>
  );
}
