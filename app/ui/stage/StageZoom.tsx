import { Maximize, ZoomIn, ZoomOut } from 'lucide-react';
import { Button as AriaButton, Dialog, DialogTrigger, Popover } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { Button, buttonClass } from '../Button.tsx';
import { useRoomyStage } from '../large-screen.ts';
import { type StageView, ZOOM } from './stage-view.ts';

interface StageZoomProps {
  readonly view: StageView;
  readonly disabled: boolean;
}

export function StageZoom({ view, disabled }: StageZoomProps) {
  const { t } = useTranslation(['app', 'stage']);
  const hasRoom = useRoomyStage();
  const percent = Math.round(view.scale * 100);
  const level = t('common.zoomLevel', { percent });
  const buttons = (
    <>
      <Button
        look="quiet"
        iconOnly
        icon={ZoomOut}
        onClick={() => view.zoomBy(-1)}
        disabled={disabled}
        waiting={view.scale <= ZOOM.min}
      >
        {t('common.zoomOut')}
      </Button>
      <Button
        look="quiet"
        className="tabular stage-percent"
        onClick={() => view.zoomTo(1)}
        disabled={disabled}
        title={t('common.zoomActual')}
      >
        {level}
      </Button>
      <Button
        look="quiet"
        iconOnly
        icon={ZoomIn}
        onClick={() => view.zoomBy(1)}
        disabled={disabled}
        waiting={view.scale >= ZOOM.max}
      >
        {t('common.zoomIn')}
      </Button>
      <Button look="quiet" iconOnly icon={Maximize} onClick={view.fit} disabled={disabled || view.fits}>
        {t('common.zoomFit')}
      </Button>
    </>
  );
  if (hasRoom) return buttons;
  return (
    <DialogTrigger>
      <AriaButton
        className={buttonClass({ look: 'quiet', className: 'tabular stage-percent' })}
        aria-label={t('stage:zoom', { percent })}
        isDisabled={disabled}
      >
        {level}
      </AriaButton>
      <Popover className="popover" placement="top end" isNonModal>
        <Dialog className="stage-zoom" aria-label={t('stage:zoomTools')}>
          {buttons}
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}
