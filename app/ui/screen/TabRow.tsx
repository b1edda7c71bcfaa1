import { Tab, TabList } from 'react-aria-components';

interface TabRowProps {
  readonly label: string;
  readonly tabs: readonly { readonly id: string; readonly label: string }[];
}

/** The row of tabs in a card. Must be inside `Tabs`. */
export function TabRow({ label, tabs }: TabRowProps) {
  return (
    <TabList className="tab-list" aria-label={label}>
      {tabs.map((tab) => (
        <Tab key={tab.id} id={tab.id} className="tab">
          {tab.label}
        </Tab>
      ))}
    </TabList>
  );
}
