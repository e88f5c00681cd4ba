import { QrCode } from '#client/app-link/QrCode.tsx';
import { Button } from '#client/ui/Button.tsx';
import { ButtonRow } from '#client/ui/Page.tsx';
import type { GiftCard as Card } from '#shared/api/orders.ts';
import { shopDayInWords } from '#shared/day-in-words.ts';
import { ClaimLink } from './ClaimLink.tsx';
import { CopyLink } from './CopyLink.tsx';
import styles from './Gift.module.css';

interface GiftCardProps {
  orderId: string;
  titles: readonly string[];
  card: Card;
}

/** The printable card of a gift with the QR code of its link, and the link itself for sending it another way. */
export function GiftCard({ orderId, titles, card: { sender, message } }: GiftCardProps) {
  return (
    <ClaimLink
      orderId={orderId}
      asking="Fetching the link of the gift"
      failed="The link could not be fetched just now. Nothing is lost."
    >
      {(url, expiresAt) => (
        <div className={styles['sheet']}>
          <section className={styles['card']} aria-label="The card">
            <div className={styles['words']}>
              <p className={styles['from']}>
                {sender === null ? 'This is for you' : `For you, from ${sender}`}
              </p>
              <ul>
                {titles.map((title) => (
                  <li key={title}>{title}</li>
                ))}
              </ul>
              {message === null ? null : (
                <p className={styles['message']} dir="auto">
                  {message}
                </p>
              )}
              <p className={styles['how']}>
                An adventure to be played with your ears. Point your phone’s camera at the code; the page that
                opens says how it goes on. It is good until {shopDayInWords(expiresAt)}.
              </p>
            </div>
            <div className={styles['drawing']}>
              <svg className={styles['rings']} viewBox="-50 -50 100 100" aria-hidden="true">
                {[35, 39.5, 44, 48.5].map((radius, ring) => (
                  <circle key={radius} r={radius} strokeOpacity={1 - ring * 0.24} />
                ))}
              </svg>
              <QrCode className={styles['code']} text={url} label="QR code that opens this gift" />
            </div>
          </section>
          {/* Some browsers inside of apps cannot print. */}
          {typeof window.print === 'function' ? (
            <ButtonRow>
              <Button onClick={() => window.print()}>Print the card</Button>
            </ButtonRow>
          ) : null}
          <p>
            Or pass the link on as you like. It works once, for whoever first puts it on an account, and until{' '}
            {shopDayInWords(expiresAt)}.
          </p>
          <CopyLink label="The link of the gift" url={url} />
        </div>
      )}
    </ClaimLink>
  );
}
