import { facts } from '#facts';

/** The support's address, as a link. */
export function SupportMail() {
  return (
    <a translate="no" href={`mailto:${facts.email.support}`}>
      {facts.email.support}
    </a>
  );
}
