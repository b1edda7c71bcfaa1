import Copy from 'lucide-react/icons/copy';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorReason, errorSentence, foreignDetail } from '#core/locales/format.ts';
import { coreWords } from '../locales/i18n.ts';
import { Button } from './Button.tsx';

/** Shows the message and cause of an error. Unexpected errors show a general message, with details on request. */
export function ErrorText({ error }: { readonly error: unknown }) {
  const { t, i18n } = useTranslation();
  const untranslated = i18n.language === 'en' ? undefined : foreignDetail(error);
  const sentence =
    errorSentence(error, coreWords(), untranslated && t('failure.unknown')) ??
    (isMissingPart(error) ? t('failure.missingPart') : undefined);
  const reason = errorReason(error, coreWords());
  return (
    <div className="grid gap-2">
      <p>{sentence ?? t('failure.unknown')}</p>
      {reason && <p className="text-small text-muted">{reason}</p>}
      {(sentence === undefined || untranslated) && <ErrorDetail detail={untranslated ?? describeFully(error)} />}
    </div>
  );
}

function ErrorDetail({ detail }: { readonly detail: string }) {
  const { t } = useTranslation();
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(detail);
      setCopied(true);
    } catch {
      // If copying is not permitted, the visitor can still select the details.
      setCopied(false);
    }
  };
  return (
    <details className="text-small text-muted">
      <summary>{t('failure.details')}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll this element */}
      <pre className="my-2 max-h-40 overflow-auto rounded-base bg-sunk p-3 font-mono whitespace-pre-wrap" tabIndex={0}>
        {detail}
      </pre>
      <Button size="small" icon={Copy} onClick={copy}>
        {copied ? t('common.copied') : t('failure.copyDetails')}
      </Button>
    </details>
  );
}

/** Detects failed dynamic imports by the error messages of Chromium, Firefox and Safari. */
const isMissingPart = (error: unknown): boolean =>
  error instanceof TypeError && /dynamically imported module|Importing a module script failed/.test(error.message);

function describeFully(error: unknown): string {
  if (!(error instanceof Error)) return typeof error === 'object' ? JSON.stringify(error, null, 2) : String(error);
  const message = `${error.name}: ${error.message}`;
  return error.stack?.startsWith(message) ? error.stack : [message, error.stack].filter(Boolean).join('\n');
}
