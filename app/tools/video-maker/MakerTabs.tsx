import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { AudioTab } from './AudioTab.tsx';
import { FilesTab } from './FilesTab.tsx';
import { ImageRow } from './ImageRow.tsx';
import { IntakeNotes } from './IntakeNotes.tsx';
import { mainSlot, type VideoMaker } from './maker.ts';
import { type MakerTab, type MakerView, makerTabs } from './maker-view.ts';
import { SlotGrid } from './SlotGrid.tsx';
import type { VideoScreenWork } from './video-screen-work.ts';

interface MakerTabsProps {
  readonly maker: VideoMaker;
  readonly screen: VideoScreenWork;
  readonly view: MakerView;
  readonly setView: (change: Partial<MakerView>) => void;
  readonly addFiles: (files: readonly File[]) => void;
  /** Called when the visitor selects a slot, even if the slot is already selected. */
  readonly onOpen: () => void;
}

export function MakerTabs(props: MakerTabsProps) {
  const { maker, screen, view, setView, addFiles, onOpen } = props;
  const { t } = useTranslation(['app', 'media']);
  const labels = useTabLabels(maker);
  const isSlideshow = maker.mainSlots > 1;
  return (
    <section className="card source-card maker-card">
      <Tabs
        className="tabs"
        selectedKey={view.tab}
        onSelectionChange={(key) => setView({ tab: key as MakerTab })}
        keyboardActivation="manual"
      >
        <TabList className="tab-list" aria-label={t('media:maker.parts')}>
          {makerTabs.map((tab) => (
            <Tab key={tab} id={tab} className="tab">
              {labels[tab]}
            </Tab>
          ))}
        </TabList>
        <TabPanel id="resolution" className="tab-panel">
          <FilesTab {...{ maker, screen }} />
        </TabPanel>
        <TabPanel id="sound" className="tab-panel">
          <AudioTab {...{ screen, addFiles }} />
        </TabPanel>
        <TabPanel id="start" className="tab-panel">
          <ImageRow {...{ screen, addFiles }} slot="start" />
        </TabPanel>
        <TabPanel id="main" className="tab-panel maker-mains">
          <ImageRow {...{ screen, addFiles }} slot={mainSlot(view.slot)} multiple={isSlideshow} />
          {isSlideshow && (
            <SlotGrid {...{ maker, screen, onOpen }} active={view.slot} onActive={(slot) => setView({ slot })} />
          )}
        </TabPanel>
        <TabPanel id="end" className="tab-panel">
          <ImageRow {...{ screen, addFiles }} slot="end" />
        </TabPanel>
      </Tabs>
      <IntakeNotes {...{ maker, screen }} />
    </section>
  );
}

export function useTabLabels({ mainSlots }: VideoMaker): Readonly<Record<MakerTab, string>> {
  const { t } = useTranslation(['app', 'media']);
  return {
    resolution: t('media:maker.resolution'),
    sound: t('media:maker.sound'),
    start: t('media:maker.startImage'),
    main: mainSlots > 1 ? t('media:maker.mainImages') : t('media:maker.mainImage'),
    end: t('media:maker.endImage'),
  };
}
