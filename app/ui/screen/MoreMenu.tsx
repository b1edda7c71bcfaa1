import { Ellipsis } from 'lucide-react';
import { Fragment } from 'react';
import { Button, Menu, MenuItem, MenuTrigger, Popover, Separator } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import type { Action } from '../actions.ts';
import { buttonClass } from '../Button.tsx';
import { Tip } from '../Tip.tsx';

/** Actions by their IDs, in the order of the menu's groups: files, copying and pasting, all others. */
const KINDS = [/^(download|generate|save|share)/, /^(copy|paste)-/, /^/];
const kindOf = ({ id }: Action) => KINDS.findIndex((kind) => kind.test(id));

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
        <ActionMenu
          groups={KINDS.map((_, kind) => actions.filter((action) => kindOf(action) === kind)).filter(
            ({ length }) => length > 0,
          )}
        />
      </Popover>
    </MenuTrigger>
  );
}

interface ActionMenuProps {
  readonly groups: readonly (readonly Action[])[];
  readonly label?: string;
}

export function ActionMenu({ groups, label }: ActionMenuProps) {
  const actions = groups.flat();
  return (
    <Menu
      className="menu"
      aria-label={label}
      disabledKeys={actions.filter((action) => action.disabled).map((action) => action.id)}
      onAction={(id) => actions.find((action) => action.id === id)?.run()}
    >
      {groups.map((group, index) => (
        <Fragment key={group[0]?.id}>
          {index > 0 && <Separator className="menu-separator" />}
          {group.map((action) => (
            <MenuItem key={action.id} id={action.id} className="menu-item">
              {action.label}
            </MenuItem>
          ))}
        </Fragment>
      ))}
    </Menu>
  );
}
