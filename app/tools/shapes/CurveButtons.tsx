import { CircleMinus, CirclePlus, Eraser, Spline } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { clampPoint } from '#app/ui/editing/box-editing.ts';
import { deleteActivePoint, emptyCurve, insertCurvePoint, toggleCurvePoint } from '#app/ui/editing/curve-editing.ts';
import type { Size } from '#core/geometry/point.ts';
import type { ShapeComponent } from '#core/shapes/settings.ts';
import { Button } from '../../ui/Button.tsx';
import { useRoomyStage } from '../../ui/large-screen.ts';
import { useComponentWords } from './component-words.ts';

interface CurveButtonsProps {
  readonly component: ShapeComponent;
  readonly size: Size;
  readonly onCommit: (component: ShapeComponent) => void;
}

export function CurveButtons({ component, size, onCommit }: CurveButtonsProps) {
  const { t } = useTranslation();
  const translate = useComponentWords();
  const hasRoom = useRoomyStage();
  const { curvePoints, activeCurvePointIndex: active, curveClosePath } = component;
  const point = curvePoints[active];
  const add = () => {
    const added = insertCurvePoint(curvePoints, active, curveClosePath);
    if (!added) return;
    const points = added.points.map((each, index) =>
      index === added.index ? { ...each, ...clampPoint(each, size) } : each,
    );
    onCommit({ ...component, curvePoints: points, activeCurvePointIndex: added.index });
  };
  return (
    <fieldset className="action-group">
      <legend className="sr-only">{translate('curvePoints.label')}</legend>
      <Button
        size="small"
        iconOnly={!hasRoom}
        icon={Eraser}
        disabled={curvePoints.length === 0}
        onClick={() => onCommit({ ...component, ...emptyCurve })}
      >
        {t('common.clear')}
      </Button>
      <Button size="small" iconOnly={!hasRoom} icon={CirclePlus} disabled={curvePoints.length === 0} onClick={add}>
        {t('shape_editor.add')}
      </Button>
      <Button
        size="small"
        iconOnly={!hasRoom}
        icon={CircleMinus}
        disabled={!point}
        onClick={() => onCommit(deleteActivePoint(component))}
      >
        {t('shape_editor.del')}
      </Button>
      <Button
        size="small"
        iconOnly={!hasRoom}
        icon={Spline}
        disabled={!point || component.shape === 'polyline'}
        aria-pressed={point?.sharp ?? false}
        onClick={() => onCommit({ ...component, curvePoints: toggleCurvePoint(curvePoints, active, 'sharp') })}
      >
        {translate('curvePoints.sharp')}
      </Button>
    </fieldset>
  );
}
