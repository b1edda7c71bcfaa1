import { Check, Copy, Mail } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../parts/Button.tsx';
import { Card } from '../parts/Card.tsx';
import { PageHeading } from '../parts/PageHeading.tsx';
import { SUPPORT_EMAIL } from '../shell/contact.ts';
import { showError } from '../state/errors.ts';

export default function Contact() {
  const { t } = useTranslation();
  const [copied, setCopied] = useState(false);
  const copy = () => navigator.clipboard.writeText(SUPPORT_EMAIL).then(() => setCopied(true), showError);
  return (
    <article className="max-w-[42rem]">
      <PageHeading look="page" title={t('contact.name')} summary={t('contact.summary')} />
      <p>{t('contact.body')}</p>
      <Card className="my-5 flex flex-wrap items-center gap-x-4 gap-y-3">
        <Mail aria-hidden="true" strokeWidth={1.75} className="size-5 flex-none text-ai" />
        <a href={`mailto:${SUPPORT_EMAIL}`} className="link me-auto font-medium">
          {SUPPORT_EMAIL}
        </a>
        <Button size="small" icon={copied ? Check : Copy} onClick={copy} className="min-w-40">
          {copied ? t('common.copied') : t('contact.copyAddress')}
        </Button>
      </Card>
      <p className="text-muted">{t('contact.note')}</p>
      <p className="mt-1 text-muted">{t('contact.privacyNote')}</p>
    </article>
  );
}
