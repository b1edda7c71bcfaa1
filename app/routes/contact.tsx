import { Mail } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { needWords } from '../locales/i18n.ts';
import { pageVersion, supportAddress } from '../shell/site.ts';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { PageHeading } from '../ui/screen/PageHeading.tsx';

await needWords('pages');

const helpful = ['doing', 'message', 'browser'] as const;

export default function Contact() {
  const { t } = useTranslation(['app', 'pages']);
  const address = supportAddress(location.hostname);
  const report = () =>
    helpful.map((item) => `${t(`pages:contact.helps.${item}`)}:\n${item === 'browser' ? browser() : ''}\n`).join('\n');
  return (
    <article className="max-w-[42rem]">
      <PageHeading title={t('contact.name')} summary={t('contact.summary')} />
      {address === undefined ? <p>{t('pages:contact.noMailbox')}</p> : <Mailbox address={address} />}
      <p className="mt-8">{t('pages:contact.helpful')}</p>
      <ul className="mt-2 mb-4 list-disc ps-5">
        {helpful.map((item) => (
          <li key={item}>{t(`pages:contact.helps.${item}`)}</li>
        ))}
      </ul>
      <CopyButton label={t('pages:contact.copyReport')} text={report} />
    </article>
  );
}

function Mailbox({ address }: { address: string }) {
  const { t } = useTranslation(['app', 'pages']);
  return (
    <>
      <p>{t('pages:contact.body')}</p>
      <Card className="my-5 flex flex-wrap items-center gap-x-4 gap-y-3">
        <Mail aria-hidden="true" strokeWidth={1.75} className="size-5 flex-none text-ai" />
        <a href={`mailto:${address}`} className="link me-auto font-medium">
          {address}
        </a>
        <CopyButton label={t('pages:contact.copyAddress')} text={() => address} />
      </Card>
      <p className="text-muted">{t('pages:contact.note')}</p>
      <p className="mt-2 text-muted">{t('pages:contact.privacyNote')}</p>
    </>
  );
}

function CopyButton({ label, text }: { readonly label: string; readonly text: () => string }) {
  const { t } = useTranslation(['app', 'pages']);
  const [copied, setCopied] = useState(false);
  // Text that the browser refused to copy.
  const [refused, setRefused] = useState<string>();
  const copy = () => {
    const content = text();
    // Without a secure connection, there is no clipboard.
    const written = Promise.resolve().then(() => navigator.clipboard.writeText(content));
    return written.then(
      () => setCopied(true),
      () => setRefused(content),
    );
  };
  return (
    <>
      <Button size="small" onClick={copy} className="min-w-40">
        {copied ? t('common.copied') : label}
      </Button>
      {refused !== undefined && (
        <label className="mt-3 block w-full">
          {t('pages:contact.copyByHand')}
          <textarea
            // biome-ignore lint/a11y/noAutofocus: appears after the press of Copy, and selects the text to copy
            autoFocus
            readOnly
            className="field-input mt-1 w-full"
            rows={refused.split('\n').length + 1}
            value={refused}
            onFocus={({ currentTarget }) => currentTarget.select()}
          />
        </label>
      )}
    </>
  );
}

/** Browser, window and version of the page. A report needs nothing more of the device. */
function browser(): string {
  const { innerWidth, innerHeight, devicePixelRatio } = window;
  return `${navigator.userAgent}, ${innerWidth} × ${innerHeight} × ${devicePixelRatio}, ${pageVersion() ?? '–'}`;
}
