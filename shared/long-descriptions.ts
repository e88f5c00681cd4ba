/**
 * The long texts of the product pages, our own words as HTML. Apart from the catalogue because every page needs the
 * catalogue, for the cart and the links, and only product pages need these.
 */

const fortressOfDeath = `
<p>Iron moves somewhere above you. To your left, embers settle in a grate; behind you the gate you came through closes, and does not open again. You are Lone Wolf, and the Fortress of Death has been waiting for you.</p>
<p>This is a full solo adventure for your ears, set in Joe Dever's world of Magnamund. Professional voice actors play everyone you meet, music follows your choices, and every sound stands where it would stand: turn towards it, or run.</p>
<h2>How you play</h2>
<p>Listen, then choose: by touch or by a single tap on a large button. The app keeps your character, rolls the dice you ask it to roll, and remembers where you stopped. You can play it lying down with the lights off. We recommend that.</p>
<h2>What you need</h2>
<ul>
<li>A phone or tablet with Android or iOS, and our free app</li>
<li>Headphones of any kind: the 360-degree sound is made for them</li>
<li>An account with the email address you buy with</li>
</ul>`;

const longDescriptions: Readonly<Record<string, string>> = {
  fod: fortressOfDeath,
  'fod-pre-order': fortressOfDeath,
  'fod-podcast-discount': fortressOfDeath,
  fist: `
<p>A torch spits on your right. Water falls a long way, ahead and below. Someone who should not know your name says it, quietly, close to your ear.</p>
<p>F.I.S.T. began in the nineteen-eighties as Steve Jackson's role-playing game by telephone: you called, you listened, you pressed a key to choose. We have rebuilt that idea with everything sound can do today. It is the same dare: go down into the castle of a demon prince, and come back up.</p>
<h2>How you play</h2>
<p>A cast of professional voice actors, music that knows how much trouble you are in, and fights you hear from the middle. You choose a path, carry what you find, and live with it.</p>
<h2>What you need</h2>
<ul>
<li>A phone or tablet with Android or iOS, and our free app</li>
<li>Headphones of any kind: the 360-degree sound is made for them</li>
<li>An account with the email address you buy with</li>
</ul>`,
  coc_aatt: `
<p>Rope creaks. A bell buoy turns over in the swell, first to the left, then behind you, though you have not moved. The ferry leaves without you, and the town is very polite about it.</p>
<p>Alone Against the Tide is a solo adventure for Call of Cthulhu, played entirely by ear. You investigate in the nineteen-twenties with a notebook, a lamp, and as much sanity as you brought. Professional voice actors play the townspeople; the lake plays itself.</p>
<h2>Pre-order</h2>
<p>Its day is 1 August 2025. Whoever orders before finds the adventure in the app on that day, whoever orders later at once, on the account with the same email address.</p>
<h2>What you need</h2>
<ul>
<li>A phone or tablet with Android or iOS, and our free app</li>
<li>Headphones of any kind: the 360-degree sound is made for them</li>
<li>An account with the email address you buy with</li>
</ul>`,
  'bundle-pre-order': `
<p>One fortress goes up in fire, one castle goes down into the dark. The bundle holds both adventures whole: <strong>Lone Wolf The Fortress of Death</strong> and <strong>Steve Jackson's F.I.S.T.</strong></p>
<p>It also includes all expansions published during the twelve months from the game's release. What comes out in that time is yours to keep.</p>
<h2>What is in it</h2>
<ul>
<li>Lone Wolf The Fortress of Death</li>
<li>Steve Jackson's F.I.S.T.</li>
<li>All expansions for twelve months from the game's release</li>
</ul>
<h2>What you need</h2>
<ul>
<li>A phone or tablet with Android or iOS, and our free app</li>
<li>Headphones of any kind: the 360-degree sound is made for them</li>
<li>An account with the email address you buy with</li>
</ul>`,
  'fod-expansions': `
<p>The fortress is larger than one night. For twelve months from the game's release we open new doors in it: side adventures, new characters and new rooms to hear. The expansions published in that time are yours to keep.</p>
<h2>The core game</h2>
<p>The expansions need <strong>Lone Wolf The Fortress of Death</strong>, bought here or already on your account through the crowdfunding campaign. If your copy belongs to another email address, buy the expansions with that address.</p>
<h2>What you need</h2>
<ul>
<li>Lone Wolf The Fortress of Death on the same account</li>
<li>A phone or tablet with Android or iOS, our free app, and headphones</li>
</ul>`,
};

/**
 * The long description of a product of the catalogue.
 * @throws when the catalogue has a product without one, which a test rules out
 */
export function longDescriptionOf(productId: string): string {
  const text = longDescriptions[productId];
  if (text === undefined) throw new Error(`The product ${productId} has no long description`);
  return text;
}
