import { Download } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatName, isAnimatedFormat, type OutputFormat, stillFormats } from '#core/image/formats/output-formats.ts';
import { useOpenBatch } from '../../batch/open-batches.ts';
import { ExportFields } from '../../export/ExportFields.tsx';
import {
  animationEncoding,
  encodingOf,
  FIRST_EXPORT,
  requestedExport,
  restoreExport,
  stillFormat,
} from '../../export/export-settings.ts';
import { FileSize } from '../../export/FileSize.tsx';
import { useEncodedFile } from '../../export/use-encoded-file.ts';
import { useFormatSizes } from '../../export/use-format-sizes.ts';
import { ImageScreen } from '../../image-tool/ImageScreen.tsx';
import { useImageTool } from '../../image-tool/image-tool.ts';
import { useRequestedSettings } from '../../recipes/requested-settings.ts';
import { useToolSettings } from '../../storage/settings.ts';
import { SwitchField } from '../../ui/fields/SwitchField.tsx';
import { ActionBar, type BarAction } from '../../ui/screen/ActionBar.tsx';
import { SidePanel } from '../../ui/screen/SidePanel.tsx';
import { StatusLine } from '../../ui/screen/StatusLine.tsx';
import { CutOutTools } from './CutOutTools.tsx';

const CompareOverlay = lazy(() => import('../../export/CompareOverlay.tsx'));

const TOOL = 'format_converter';

export function FormatConverter() {
  const { t, ready } = useTranslation(['app', 'export', 'stage']);
  const [settings, change] = useToolSettings(TOOL, 'settings', FIRST_EXPORT, restoreExport);
  const chosen = encodingOf(settings);
  const tool = useImageTool(TOOL, {
    closingStep: { operation: 'convert', params: { format: settings.format, ...chosen } },
    batches: true,
  });
  useRequestedSettings(TOOL, (requested) => change(requestedExport(requested)));
  const [compares, setCompares] = useState(false);
  const { screen, state, animation } = tool;
  const isAnimated = animation?.isKept === true && !animation.firstFrame;
  const format = isAnimated ? settings.format : stillFormat(settings.format);
  const encodingFor = (id: OutputFormat) => ({
    ...encodingOf({ ...settings, format: id }),
    ...(animation?.firstFrame && { firstFrame: true }),
  });
  const encoding = isAnimated && isAnimatedFormat(format) ? animationEncoding(chosen) : encodingFor(settings.format);
  const measured = useEncodedFile(screen, tool.imageWith(), { format, ...encoding });
  const sizeOf = useFormatSizes({
    screen,
    image: tool.imageWith(),
    size: state.image?.info,
    encodings: isAnimated ? [] : stillFormats.map((id) => ({ format: id, ...encodingFor(id) })),
    isChosenKnown: measured?.file !== undefined,
  });
  // Only lossy exports can be compared with the original, because a lossless PNG looks the same.
  const isLossy = format !== 'png' || settings.reducesColors;
  const canCompare = tool.ready && isLossy && format !== 'mp4';
  const isCompared = compares && canCompare;
  const exports = tool.exportActions(stillFormats, { encoding, chosen: format });
  // Several open images go into one PDF, which the card of all images offers.
  const hasBatch = useOpenBatch(screen, TOOL) !== undefined;
  const still = stillFormat(format);
  const pdf: BarAction = {
    id: 'download-pdf',
    label: t('stage:downloadPdf'),
    short: 'PDF',
    icon: Download,
    run: () => void screen.savePdf({ format: still, ...encodingFor(still) }),
    disabled: !tool.ready,
  };
  return (
    <ImageScreen
      tool={tool}
      row={<CutOutTools tool={tool} format={settings.format} onFormat={(next) => change({ format: next })} />}
      batch={{ recipe: tool.recipeWith(), encoding: { format, ...encoding } }}
      {...(isCompared && {
        overlay: (view) => (
          <Suspense>
            <CompareOverlay screen={screen} view={view} file={measured?.file} />
          </Suspense>
        ),
      })}
      actions={
        <ActionBar
          groups={[exports.slice(0, -1), hasBatch ? [] : [pdf], exports.slice(-1)]}
          waiting={!state.idle}
          more={tool.recipeActions()}
          missing={tool.missing}
        >
          <StatusLine
            screen={screen}
            expected={measured?.file && { format: formatName(format), bytes: measured.file.blob.size }}
          />
        </ActionBar>
      }
      panel={
        <SidePanel tool={TOOL}>
          {ready && (
            <>
              <ExportFields
                settings={{ ...settings, format }}
                onChange={change}
                isAnimated={isAnimated}
                sizeOf={isAnimated ? undefined : sizeOf}
              />
              <FileSize measured={measured} sourceBytes={state.image?.sourceBytes} hasImage={tool.ready} />
              {isLossy && (
                <SwitchField
                  label={t('export:compare')}
                  value={isCompared}
                  onChange={setCompares}
                  disabled={!canCompare}
                />
              )}
            </>
          )}
        </SidePanel>
      }
    />
  );
}
