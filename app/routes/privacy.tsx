import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { needWords } from '../locales/i18n.ts';
import { StoredData } from '../shell/StoredData.tsx';
import { hasAdvertising } from '../shell/site.ts';
import { Card } from '../ui/Card.tsx';
import { PageHeading } from '../ui/screen/PageHeading.tsx';

await needWords('pages');

const topics = ['files', 'storage', 'metadata', ...(hasAdvertising ? (['ads'] as const) : []), 'questions'] as const;
const kinds = ['saved', 'work', 'texts', 'fonts', 'settings', 'site'] as const;

export default function Privacy() {
  const { t } = useTranslation(['app', 'pages']);
  return (
    <article className="max-w-[68rem]">
      <PageHeading title={t('privacy.name')} summary={t('privacy.summary')} />
      <div className="gap-3 xl:columns-2">
        {topics.map((topic) => (
          <Card key={topic} title={t(`pages:privacy.${topic}.title`)} className="mb-3 break-inside-avoid">
            <p className="text-muted">{t(`pages:privacy.${topic}.body`)}</p>
            {topic === 'storage' && (
              <>
                <ul className="mt-2 list-disc ps-5">
                  {kinds.map((kind) => (
                    <li key={kind}>{t(`pages:privacy.stored.kinds.${kind}`)}</li>
                  ))}
                </ul>
                <StoredData />
              </>
            )}
            {topic === 'questions' && (
              <p className="mt-2">
                <Link to="/contact" prefetch="intent" className="link">
                  {t('pages:privacy.questions.link')}
                </Link>
              </p>
            )}
          </Card>
        ))}
      </div>
      <p className="mt-4">
        <a href="/licenses/THIRD-PARTY.txt" className="link">
          {t('pages:privacy.licenses')}
        </a>
      </p>
    </article>
  );
}
