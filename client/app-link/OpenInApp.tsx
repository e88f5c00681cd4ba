import { QrCode } from '#client/app-link/QrCode.tsx';
import { siteConfig } from '#client/config.ts';
import { ButtonLink } from '#client/ui/Button.tsx';
import { ButtonRow } from '#client/ui/Page.tsx';
import { facts } from '#facts';
import { appAddress } from './app-address.ts';
import styles from './OpenInApp.module.css';
import { storeNames } from './store-names.ts';
import { deviceOf } from './store-of-device.ts';

interface OpenInAppProps {
  /** The claim link. */
  url: string;
  /** It has been used: it only opens the app. */
  used?: boolean;
  /** Whoever opens it has bought nothing. */
  isGift?: boolean;
}

/**
 * The button from a claim link into the app: on a phone with its store's badge; elsewhere a QR code for the phone's
 * camera, and a link for people who cannot point one at it. Browser only, never prerendered.
 */
export function OpenInApp({ url, used = false, isGift = false }: OpenInAppProps) {
  const device = deviceOf(navigator);
  const store = device && facts.stores[device];
  const goesTo = isGift
    ? 'It goes to the account that the app is signed in to.'
    : 'What you bought goes to the account that the app is signed in to, whichever address was typed.';
  return device === null ? (
    <div className={styles['desk']}>
      <QrCode
        className={styles['code']}
        text={url}
        label={`QR code that opens ${isGift ? 'your gift' : 'what you bought'} in the app on your phone`}
      />
      <div className={styles['words']}>
        <p>Point your phone’s camera at the code.</p>
        {url === window.location.href ? null : (
          <p>
            <a href={url}>Open it here instead</a>
          </p>
        )}
        {used ? null : (
          <>
            <p>{goesTo} If the app is not there yet, the page that opens leads to it and back.</p>
            <Caution />
          </>
        )}
      </div>
    </div>
  ) : (
    <div className={styles['words']}>
      <ButtonRow>
        <ButtonLink href={appAddress(url, device, siteConfig().app)}>Open in the app</ButtonLink>
        {store === null ? null : (
          <ButtonLink href={store} variant="quiet">
            Get it from {storeNames[device]}
          </ButtonLink>
        )}
      </ButtonRow>
      {used ? null : (
        <>
          <p>{goesTo} No app yet? Get it, sign in, then come back to this page and open it.</p>
          <Caution />
        </>
      )}
    </div>
  );
}

function Caution() {
  return (
    <p className={styles['caution']}>
      It works once, for whoever first puts it on an account: keep it to yourself.
    </p>
  );
}
