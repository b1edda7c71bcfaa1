import { Combine, Download, X } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { joinAudio } from '#core/operations/join-audio.ts';
import { pageValues } from '#core/parameters/parse.ts';
import { useOfferActions } from '../../ui/actions.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { ParameterFields } from '../../ui/fields/ParameterFields.tsx';
import { AudioRows } from './AudioRows.tsx';
import type { AudioConverter } from './converter.ts';

interface JoinProps {
  readonly converter: AudioConverter;
  /** Settings of the converter. Joined audio begins with those that it has too, such as the format. */
  readonly settings: Readonly<Record<string, unknown>>;
}

const { params: fields, inputs } = joinAudio;

const useReadable = ({ contents, readable }: AudioConverter): number => contents.use(() => readable().length);

/** A button that opens the dialog for joining files. */
export function JoinButton(props: JoinProps) {
  const { t } = useTranslation(['app', 'media']);
  const [isOpen, setOpen] = useState(false);
  const isBusy = props.converter.use(({ busy }) => busy !== undefined);
  const disabled = useReadable(props.converter) < inputs.audio.min || isBusy;
  const open = () => setOpen(true);
  useOfferActions([{ id: 'join', label: t('media:sound.join'), run: open, disabled }]);
  return (
    <>
      <Button icon={Combine} onClick={open} disabled={disabled}>
        {t('media:sound.join')}
      </Button>
      {isOpen && <JoinDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

/** Dialog that joins the files of the list into one, in their order. */
function JoinDialog({ converter, settings, onClose }: JoinProps & { readonly onClose: () => void }) {
  const { t } = useTranslation(['app', 'core', 'media']);
  const titleId = useId();
  const files = converter.list.use((state) => state.history.present.files);
  const count = useReadable(converter);
  const [values, setValues] = useState<Readonly<Record<string, unknown>>>(() => ({
    ...pageValues(fields),
    ...Object.fromEntries(Object.keys(fields).flatMap((name) => (name in settings ? [[name, settings[name]]] : []))),
  }));
  const join = () => {
    onClose();
    void converter.join(values);
  };
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId}>
      <div className="sound-join">
        <h2 id={titleId} className="text-heading">
          {t('media:sound.join')}
        </h2>
        <AudioRows files={files} shown={undefined} converter={converter} />
        <p className="text-muted">{t('media:sound.order')}</p>
        <ParameterFields
          operation={joinAudio.id}
          fields={fields}
          values={values}
          onChange={(name, value) => setValues({ ...values, [name]: value })}
        />
        <div className="action-group">
          <Button
            look="primary"
            icon={Download}
            data-first-focus=""
            onClick={join}
            disabled={count < inputs.audio.min || count > inputs.audio.max}
          >
            {t('media:sound.joinAndDownload')}
          </Button>
          <Button icon={X} onClick={onClose}>
            {t('common.cancel')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
