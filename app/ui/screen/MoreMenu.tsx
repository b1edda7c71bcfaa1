import { Ellipsis } from 'lucide-react';
import { Button, Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import type { Action } from '../actions.ts';
import { buttonClass } from '../Button.tsx';
import { Tip } from '../Tip.tsx';

export function MoreMenu({ actions }: { actions: readonly Action[] }) {
  const { t } = useTranslation();
  return (
    <MenuTrigger>
      <Button className={buttonClass({ iconOnly: true })} aria-label={t('common.moreActions')}>
        <Tip text={t('common.moreActions')}>
          <Ellipsis aria-hidden strokeWidth={1.75} />
        </Tip>
      </Button>
      <Popover className="popover" placement="top end">
        <ActionMenu actions={actions} />
      </Popover>
    </MenuTrigger>
  );
}

export function ActionMenu({ actions, label }: { readonly actions: readonly Action[]; readonly label?: string }) {
  return (
    <Menu
      className="menu"
      aria-label={label}
      disabledKeys={actions.filter((action) => action.disabled).map((action) => action.id)}
      onAction={(id) => actions.find((action) => action.id === id)?.run()}
    >
      {actions.map((action) => (
        <MenuItem key={action.id} id={action.id} className="menu-item">
          {action.label}
        </MenuItem>
      ))}
    </Menu>
  );
}
