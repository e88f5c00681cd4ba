import { html, page } from './html.ts';

/** The first page: what the sandbox is and where everything is. */
export function indexPage(userPoolId: string): string {
  return page(
    'Sandbox',
    html`<h1>The sandbox</h1>
<p>The shop needs three services on the internet: one that takes payments, one that knows people, and one that sends mail. This process stands in for all of them and speaks their own protocols, so the shop can be tried and tested without an account anywhere and without money.</p>
<ul>
<li><a href="/inbox">Inbox</a>: the shop's letters, confirmation codes, reset codes and receipts. Addresses that begin with <code>bounce</code> take no mail. For programs: <a href="/inbox.json">inbox.json</a></li>
<li><a href="/sandbox/stripe/events">Payment events</a>: what happened to payments, what became of each webhook, and controls for refunds, disputes and outages</li>
<li><a href="/newsletter-form?variant=desktop">Newsletter form</a>, to stand in a frame; <a href="/newsletter-form?variant=mobile">mobile variant</a></li>
<li><a href="/${userPoolId}/.well-known/jwks.json">Public keys</a> of the user pool <code>${userPoolId}</code></li>
</ul>
<h2>Try it</h2>
<p>Sign in at the shop as <code>demo</code> or <code>demo@example.com</code> with the password <code>Adventure-2025</code>, or make an account with any address: its code arrives in the inbox here. At the checkout you come to a payment page where you choose how the payment ends.</p>
<p class="quiet">Where this differs from the real services is written in <code>docs/sandbox.md</code>.</p>`,
  );
}
