import { useNavigate } from '@remix-run/react';
import { Files, ImageMinus, ShoppingBag, SquareDashed, Stamp } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { OutputFormat } from '#core/image/formats/output-formats.ts';
import type { Recipe } from '#core/recipes/recipe.ts';
import type { ImageTool } from '../../image-tool/image-tool.ts';
import { forwardFiles } from '../../intake/arrivals.ts';
import { productShot } from '../../recipes/one-press.ts';
import { openDialog } from '../../recipes/recipe-dialogs.ts';
import { useOfferActions } from '../../ui/actions.ts';
import { Button } from '../../ui/Button.tsx';
import '../../ui/stage/verbs.css';

/** Tool that finds a subject inside a box. */
const MASK_TOOL = 'mask_creator';

interface CutOutToolsProps {
  readonly tool: ImageTool;
  readonly format: OutputFormat;
  readonly onFormat: (format: OutputFormat) => void;
}

/**
 * Removes the background at once, alone or for a product shot, and chooses a format that keeps the result. If the
 * subject is unclear, the mask tool takes the photo. Adds a watermark. Saves the frames of an animation.
 */
export function CutOutTools({ tool, format, onFormat }: CutOutToolsProps) {
  const { t } = useTranslation(['app', 'core', 'stage', 'recipe']);
  const navigate = useNavigate();
  const { ready, state, screen, animation } = tool;
  const apply = async (recipe: Recipe, next: OutputFormat) => {
    if (await screen.apply(...recipe)) onFormat(next);
  };
  const actions = [
    {
      id: 'remove-background',
      label: t('core:operations.remove-background.name'),
      icon: ImageMinus,
      run: () => void apply([{ operation: 'remove-background' }], format === 'jpg' ? 'png' : format),
      disabled: !ready || !state.idle,
    },
    {
      id: 'product-shot',
      label: t('stage:productShot'),
      icon: ShoppingBag,
      run: () => void apply(productShot, 'jpg'),
      disabled: !ready || !state.idle,
    },
  ];
  const frames = animation?.isKept
    ? [
        {
          id: 'save-frames',
          label: t('stage:saveFrames'),
          icon: Files,
          run: () => void screen.saveFrames(),
          disabled: !state.idle,
        },
      ]
    : [];
  const source = screen.source();
  const photo = source && 'blob' in source ? source : undefined;
  const isUnclear = state.image?.info.warnings?.some(({ code }) => code === 'subjectUnclear');
  const boxes =
    isUnclear && photo
      ? [
          {
            id: 'draw-box',
            label: t('stage:drawBox'),
            icon: SquareDashed,
            run: () => {
              const file = new File([photo.blob], photo.name, { type: photo.blob.type });
              forwardFiles({ route: MASK_TOOL, files: [file], method: 'drop' });
              navigate(`/${MASK_TOOL}`);
            },
            disabled: !state.idle,
          },
        ]
      : [];
  const offered = [...boxes, ...actions, ...frames];
  useOfferActions(offered);
  const watermark = {
    id: 'watermark',
    label: t('recipe:menu.watermark'),
    icon: Stamp,
    run: () => openDialog('watermark'),
    disabled: !ready || !state.idle,
  };
  const all = [...offered, watermark];
  return (
    <div className="stage-verbs" role="toolbar" aria-label={t('stage:cutOutTools')}>
      <div className="stage-verb-group">
        {all.map(({ id, label, icon, run, disabled }) => (
          <Button
            key={id}
            look={id === 'draw-box' ? 'secondary' : 'quiet'}
            icon={icon}
            onClick={run}
            waiting={ready && disabled}
            disabled={!ready}
          >
            {label}
          </Button>
        ))}
      </div>
    </div>
  );
}
