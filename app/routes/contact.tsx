import { Mail } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { needWords } from '../locales/i18n.ts';
import { showError } from '../notices/error-queue.ts';
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
      <p>{t('pages:contact.helpful')}</p>
      <ul className="mt-2 mb-4 list-disc ps-5">
        {helpful.map((item) => (
          <li key={item}>{t(`pages:contact.helps.${item}`)}</li>
        ))}
      </ul>
      <CopyButton label={t('pages:contact.copyReport')} text={report} />
      <div className="mt-8">
        {address === undefined ? <p>{t('pages:contact.noMailbox')}</p> : <Mailbox address={address} />}
      </div>
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
  const { t } = useTranslation();
  const [copied, setCopied] = useState(false);
  const copy = () => navigator.clipboard.writeText(text()).then(() => setCopied(true), showError);
  return (
    <Button size="small" onClick={copy} className="min-w-40">
      {copied ? t('common.copied') : label}
    </Button>
  );
}

/** Browser, window and version of the page. A report needs nothing more of the device. */
function browser(): string {
  const { innerWidth, innerHeight, devicePixelRatio } = window;
  return `${navigator.userAgent}, ${innerWidth} × ${innerHeight} × ${devicePixelRatio}, ${pageVersion() ?? '–'}`;
}
