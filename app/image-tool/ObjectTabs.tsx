import './object-tabs.css';
import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { useShallow } from 'zustand/react/shallow';
import { Card } from '../ui/Card.tsx';
import { useMediumScreen } from '../ui/large-screen.ts';
import { useScrollToTab } from '../ui/screen/use-scroll-to-tab.ts';
import type { DrawnItems } from './drawn-items.ts';

interface ObjectTabsProps<Item extends object> {
  readonly document: DrawnItems<Item>;
  readonly label: string;
  /** True if the open tab's content comes directly below the stage on phones, and the tabs below it. */
  readonly isBelowStage?: boolean;
  readonly nameOf: (tab: number) => string;
  /** Describes an object to screen readers. Called for every change, so that other changes don't render the row. */
  readonly describe: (item: Item) => string;
  readonly thumbnail: (tab: number) => ReactNode;
  /** Content of the open tab. */
  readonly children: ReactNode;
}

const idOf = (tab: number) => `tab${tab + 1}`;

/** The texts or shapes as a row of numbered thumbnails, from bottom to top. */
export function ObjectTabs<Item extends object>(props: ObjectTabsProps<Item>) {
  const { document, label, isBelowStage = false, nameOf, describe, thumbnail, children } = props;
  const { t } = useTranslation(['app', 'stage']);
  const active = document.use((state) => state.active);
  const next = document.use(document.freeTab);
  const isFree = document.use(useShallow(({ items }) => items.map(document.isFree)));
  const descriptions = document.use(useShallow(({ items }) => items.map(describe)));
  const hasRoom = useMediumScreen();
  const row = useScrollToTab(active);
  return (
    <Card
      title={isBelowStage && !hasRoom ? undefined : label}
      className={`object-card ${isBelowStage ? 'text-card' : ''}`}
    >
      <Tabs
        className="tabs"
        selectedKey={idOf(active)}
        onSelectionChange={(key) => document.openTab(Number(String(key).slice(3)) - 1)}
      >
        <TabList ref={row} className="object-tabs" aria-label={label}>
          {descriptions.map((description, tab) => (
            <Tab
              key={idOf(tab)}
              id={idOf(tab)}
              className="object-tab"
              data-free={isFree[tab] || undefined}
              aria-label={nameOf(tab)}
              aria-description={description}
            >
              <span className="tabular">{tab + 1}</span>
              {isFree[tab] ? tab === next && <Plus aria-hidden="true" size={16} /> : thumbnail(tab)}
            </Tab>
          ))}
        </TabList>
        {next < 0 && <p className="stage-note">{t('stage:full', { max: descriptions.length })}</p>}
        <TabPanel key={active} id={idOf(active)} className="object-tab-panel">
          {children}
        </TabPanel>
      </Tabs>
    </Card>
  );
}
