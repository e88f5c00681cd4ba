import { use } from 'react';
import { late } from '#client/content/late.ts';
import { RouteHead } from '#client/shell/RouteHead.tsx';
import { Page } from '#client/ui/Page.tsx';
import { PageHeading } from '#client/ui/PageHeading.tsx';
import { HtmlProse } from '#client/ui/Prose.tsx';
import { WithContents } from '#client/ui/WithContents.tsx';
import { paths } from '#shared/routes.ts';
import styles from './FaqScreen.module.css';

const questions = late(() => import('#client/content/faq.ts'));

/**
 * Questions that expand to their answers: all expanded would be eight screens long on a phone. Screen reader users
 * navigate by heading.
 */
export function FaqScreen() {
  const { faqGroups } = use(questions());
  return (
    <Page width="wide">
      <RouteHead
        route="faq"
        description="Which phone and headphones you need, playing offline, which email address to use, activation codes, refunds, expansions, accessibility and accounts."
      />
      <PageHeading
        lead={
          <>
            If yours is not here, <a href={paths.contact()}>ask us</a>.
          </>
        }
      >
        Questions and answers
      </PageHeading>
      <WithContents label="Topics" chapters={faqGroups}>
        <div className={styles['groups']}>
          {faqGroups.map(({ id, title, entries }) => (
            <section key={id} className={styles['group']} aria-labelledby={id}>
              <h2 id={id} tabIndex={-1}>
                {title}
              </h2>
              {entries.map(({ question, answerHtml }) => (
                <details key={question} className={styles['entry']}>
                  <summary className={styles['summary']}>
                    <h3 className={styles['question']}>{question}</h3>
                  </summary>
                  <HtmlProse html={answerHtml} />
                </details>
              ))}
            </section>
          ))}
        </div>
      </WithContents>
    </Page>
  );
}
