import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { PageHeading } from '../parts/screen/PageHeading.tsx';
import { StoredData } from '../shell/StoredData.tsx';
import { hasAdvertising } from '../shell/site.ts';

const topics = ['files', 'storage', 'metadata', ...(hasAdvertising ? (['ads'] as const) : []), 'questions'] as const;
const kinds = ['saved', 'work', 'texts', 'fonts', 'settings', 'site'] as const;

export default function Privacy() {
  const { t } = useTranslation();
  return (
    <article className="max-w-[42rem]">
      <PageHeading look="page" title={t('privacy.name')} summary={t('privacy.summary')} />
      <div className="grid gap-7">
        {topics.map((topic) => (
          <section key={topic}>
            <h2 className="mb-1 text-heading">{t(`privacy.${topic}.title`)}</h2>
            <p>{t(`privacy.${topic}.body`)}</p>
            {topic === 'storage' && (
              <>
                <ul className="mt-2 list-disc ps-5">
                  {kinds.map((kind) => (
                    <li key={kind}>{t(`privacy.stored.kinds.${kind}`)}</li>
                  ))}
                </ul>
                <StoredData />
              </>
            )}
          </section>
        ))}
      </div>
      <p className="mt-2">
        <Link to="/contact" prefetch="intent" className="link">
          {t('privacy.questions.link')}
        </Link>
      </p>
      <p className="mt-7">
        <a href="/licenses/THIRD-PARTY.txt" className="link">
          {t('privacy.licenses')}
        </a>
      </p>
    </article>
  );
}
