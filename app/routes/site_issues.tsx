import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { needWords } from '../locales/i18n.ts';
import { supportAddress } from '../shell/site.ts';
import { ButtonLink } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { PageHeading } from '../ui/screen/PageHeading.tsx';
import { screenWord } from '../ui/screen-words.ts';

await needWords('pages');

const issues = [
  ['fonts', 'editor'],
  ['slideshow', 'sound_to_slide_show_video'],
  ['thumbnail', 'shape_editor'],
  ['rotation', 'advanced_text_editor'],
] as const;

export default function SiteIssues() {
  const { t } = useTranslation(['app', 'pages']);
  return (
    <article className="max-w-[68rem]">
      <PageHeading title={t('site_issues.name')} summary={t('site_issues.summary')} />
      <p className="max-w-[42rem]">{t('pages:site_issues.intro')}</p>
      <div className="my-6 grid gap-3 xl:grid-cols-2">
        {issues.map(([issue, tool]) => (
          <Card key={issue} title={t(`pages:site_issues.${issue}.title`)}>
            <p className="text-muted">{t(`pages:site_issues.${issue}.body`)}</p>
            <Link to={`/${tool}`} prefetch="intent" className="link mt-2 inline-block">
              {screenWord(t, tool, 'name')}
            </Link>
          </Card>
        ))}
      </div>
      {supportAddress(location.hostname) && <ButtonLink to="/contact">{t('pages:site_issues.report')}</ButtonLink>}
    </article>
  );
}
