import { lazy, Suspense } from 'react';
import { siteConfig } from '#client/config.ts';
import { ButtonLink } from '#client/ui/Button.tsx';
import { ButtonRow } from '#client/ui/Page.tsx';
import { site } from '#shared/site.ts';
import { appAddress } from './app-address.ts';
import styles from './OpenInApp.module.css';
import { deviceOf } from './store-of-device.ts';

const QrCode = lazy(async () => ({ default: (await import('./QrCode.tsx')).QrCode }));

const storeNames = { android: 'Google Play', ios: 'App Store' } as const;

interface OpenInAppProps {
  /** The claim link. */
  url: string;
}

/**
 * The way from a claim link into the app: on a phone a button, with the badge of its store; elsewhere a code for the phone's
 * camera. It exists in a browser only.
 */
export function OpenInApp({ url }: OpenInAppProps) {
  const device = deviceOf(navigator);
  return device === null ? (
    <div className={styles['desk']}>
      <Suspense fallback={<div className={styles['code']} />}>
        <QrCode address={url} label="QR code that opens what you bought in the app on your phone" />
      </Suspense>
      <div className={styles['words']}>
        <p>Point your phone’s camera at the code.</p>
        <p>
          What you bought goes to the account that the app is signed in to, whichever address was typed. If
          the app is not there yet, the page that opens leads to it and back.
        </p>
        <Caution />
      </div>
    </div>
  ) : (
    <div className={styles['words']}>
      <ButtonRow>
        <ButtonLink href={appAddress(url, device, siteConfig().app)}>Open in the app</ButtonLink>
        <ButtonLink href={site.stores[device]} variant="quiet">
          Get it from {storeNames[device]}
        </ButtonLink>
      </ButtonRow>
      <p>
        What you bought goes to the account that the app is signed in to, whichever address was typed. No app
        yet? Get it, sign in, then come back to this page and open it.
      </p>
      <Caution />
    </div>
  );
}

function Caution() {
  return (
    <p className={styles['caution']}>
      It works once, for 30 days, for whoever opens it first: keep it to yourself.
    </p>
  );
}
