import { RouteHead } from '#client/shell/RouteHead.tsx';
import { WithFact } from '#client/shell/WithFact.tsx';
import { ButtonLink } from '#client/ui/Button.tsx';
import { Page } from '#client/ui/Page.tsx';
import { PageHeading } from '#client/ui/PageHeading.tsx';
import { facts } from '#facts';
import { paths } from '#shared/routes.ts';
import styles from './ContactScreen.module.css';

const addresses = [
  {
    topic: 'Something is broken',
    address: facts.email.bugs,
    text: 'Bug reports, in the app or on this site. Tell us which phone you have, where in the story you were, and what you heard.',
  },
  {
    topic: 'Purchases, accounts and everything else',
    address: facts.email.support,
    text: 'Write from the address you bought with, if it is about a purchase: then we find it at once.',
  },
  {
    topic: 'Your data',
    address: facts.email.privacy,
    text: 'To have your account and its data deleted, to see what we keep, or to correct it.',
  },
  {
    topic: 'Press',
    address: facts.email.press,
    text: 'Pictures and facts are in the press kit. For everything else, ask.',
  },
] as const;

/** Where to write, and where the others are. */
export function ContactScreen() {
  return (
    <Page width="wide">
      <RouteHead
        route="contact"
        description="Mail addresses for bug reports, purchases, accounts, your data and the press, and the way to our community chat."
      />
      <PageHeading lead="People read what you write here, and people answer.">Contact</PageHeading>
      <ul className={styles['topics']}>
        {addresses.map(({ topic, address, text }) => (
          <li key={topic} className={styles['topic']}>
            <h2>{topic}</h2>
            <p>{text}</p>
            <a className={styles['address']} href={`mailto:${address}`}>
              {address}
            </a>
          </li>
        ))}
        <WithFact fact={facts.links.communityChat}>
          {(href) => (
            <li className={styles['topic']}>
              <h2>The others</h2>
              <p>Players talk about doors, dice and bad decisions in our community chat. We are there too.</p>
              <ButtonLink href={href} variant="quiet">
                Join the community chat
              </ButtonLink>
            </li>
          )}
        </WithFact>
      </ul>
      <p>
        Many answers are already in <a href={paths.faq()}>the questions and answers</a>.
      </p>
    </Page>
  );
}
