import { useEffect } from 'react';
import { storeOfDevice } from '#client/app-link/store-of-device.ts';
import { DownloadLinks } from '#client/shell/DownloadLinks.tsx';
import { RouteHead } from '#client/shell/RouteHead.tsx';
import { Beside, Page } from '#client/ui/Page.tsx';
import { PageHeading } from '#client/ui/PageHeading.tsx';
import { Picture } from '#client/ui/Picture.tsx';
import { Prose } from '#client/ui/Prose.tsx';
import { demo } from '#homes/demo';
import { paths } from '#shared/routes.ts';
import styles from './DownloadScreen.module.css';

const theApp = (
  <Picture
    className={styles['app']}
    crops={[{ art: 'app', sizes: '24rem' }]}
    alt="The app on a phone in a hand: rings of sound around a listener, and three things to do."
  />
);

/**
 * Links to the app stores: "on load an Android device is redirected to the Android store download link and an iOS device to the
 * App Store link" (specification, section 2). Everybody else, and whoever comes back, sees both.
 */
export function DownloadScreen() {
  useEffect(() => {
    const store = storeOfDevice(navigator);
    // Replaces this page in the history: otherwise going back from the store would redirect there again.
    if (store) window.location.replace(store);
  }, []);
  return (
    <Page width="wide">
      <RouteHead
        route="download"
        description={`The free app for Android, iPhone and iPad, with ${demo.name}, the demo of ${demo.gameName}. All our audio adventures play in it.`}
      />
      <Beside picture={theApp}>
        <PageHeading
          lead={`It is free, and so is the first descent: ${demo.name}, the demo of ${demo.gameName}. All our adventures play in this app.`}
        >
          Download the app
        </PageHeading>
        <div className={styles['stage']}>
          <DownloadLinks />
        </div>
        <Prose>
          <h2>Then</h2>
          <ol>
            <li>Put on headphones, the right way round.</li>
            <li>
              Log in with the email address you bought with. No account yet?{' '}
              <a href={paths.createAccount()}>Create one</a> with that address.
            </li>
            <li>Turn off the light. Choose a door.</li>
          </ol>
          <p>
            Something does not work? <a href={paths.contact()}>Tell us</a>, or look into{' '}
            <a href={paths.faq()}>the questions and answers</a>.
          </p>
        </Prose>
      </Beside>
    </Page>
  );
}
