import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { FilesTab } from './FilesTab.tsx';
import { IntakeNotes } from './IntakeNotes.tsx';
import type { MakerSettings, SlotId, VideoMaker } from './maker.ts';
import { mainSlot } from './maker.ts';
import { PictureRow } from './PictureRow.tsx';
import { SlotGrid } from './SlotGrid.tsx';
import { SoundTab } from './SoundTab.tsx';
import { type MakerTab, type MakerView, makerTabs } from './settings.ts';
import type { VideoProject } from './video-project.ts';

interface MakerTabsProps {
  readonly maker: VideoMaker;
  readonly project: VideoProject;
  readonly settings: MakerSettings;
  readonly store: (change: Partial<MakerSettings>) => void;
  readonly view: MakerView;
  readonly setView: (change: Partial<MakerView>) => void;
  readonly addFiles: (files: readonly File[]) => void;
  readonly addSaved: (slot: SlotId) => void;
  /** Called when the visitor selects a slot, even if the slot is already selected. */
  readonly onOpen: () => void;
}

export function MakerTabs(props: MakerTabsProps) {
  const { maker, project, settings, store, view, setView, addFiles, addSaved, onOpen } = props;
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
          <FilesTab {...{ maker, project }} />
        </TabPanel>
        <TabPanel id="sound" className="tab-panel">
          <SoundTab {...{ project, settings, addFiles }} />
        </TabPanel>
        <TabPanel id="start" className="tab-panel">
          <PictureRow {...{ project, addFiles, addSaved }} slot="start" />
        </TabPanel>
        <TabPanel id="main" className="tab-panel maker-mains">
          <PictureRow {...{ project, addFiles, addSaved }} slot={mainSlot(view.slot)} multiple={isSlideshow} />
          {isSlideshow && (
            <SlotGrid
              {...{ maker, project, settings, store, onOpen }}
              active={view.slot}
              onActive={(slot) => setView({ slot })}
            />
          )}
        </TabPanel>
        <TabPanel id="end" className="tab-panel">
          <PictureRow {...{ project, addFiles, addSaved }} slot="end" />
        </TabPanel>
      </Tabs>
      <IntakeNotes {...{ maker, project }} />
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
