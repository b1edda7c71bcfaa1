import { useNavigate } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { showError } from '../messages/errors.ts';
import { type ImageToolRoute, imageTools, toolOf } from '../tools/catalog.ts';
import { Button } from '../ui/Button.tsx';
import type { DialogBodyProps } from './OfferDialog.tsx';
import { closeDialog, type RecipeTool, useRecipeDialogs } from './recipe-dialogs.ts';
import { passImageToTool } from './tools.ts';

export async function continueIn(
  tool: RecipeTool,
  route: ImageToolRoute,
  navigate: (to: string) => void,
): Promise<void> {
  try {
    if (await passImageToTool(tool, route)) navigate(`/${route}`);
  } catch (error) {
    showError(error);
  }
}

export function ContinueDialog({ titleId }: DialogBodyProps) {
  const { t } = useTranslation(['app', 'recipe']);
  const nameOf = useToolName();
  const navigate = useNavigate();
  const tool = useRecipeDialogs((state) => state.tool);
  return (
    <>
      <h2 id={titleId} className="text-heading">
        {t('recipe:continueTitle')}
      </h2>
      <div className="recipe-dialog-tools">
        {imageTools
          .filter((route) => route !== tool?.route)
          .map((route, index) => (
            <Button
              key={route}
              look="quiet"
              data-first-focus={index === 0 ? '' : undefined}
              onClick={() => {
                closeDialog();
                if (tool) void continueIn(tool, route, navigate);
              }}
            >
              {nameOf(route)}
            </Button>
          ))}
      </div>
    </>
  );
}

function useToolName(): (route: ImageToolRoute) => string {
  const { t } = useTranslation();
  return (route) => {
    const operation = toolOf(route)?.operation;
    return operation ? t(`core:operations.${operation}.name`) : route;
  };
}
