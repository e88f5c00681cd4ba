import '#client/styles/base.css';
import '#client/styles/tokens.css';
import '#client/styles/fonts.css';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { installTrustedTypes } from '#client/shell/trusted-types.ts';
import { ListenBlock } from '#client/sound/ListenBlock.tsx';
import { Page, Stack } from '#client/ui/Page.tsx';

// The lab is served with the site's own policy.
installTrustedTypes(location.origin);

// Every context the page makes, so that a test can see that none stays open. The product knows nothing of it.
globalThis.contexts = [];
globalThis.AudioContext = class extends AudioContext {
  constructor(options) {
    super(options);
    globalThis.contexts.push(this);
  }
};

const world = new URLSearchParams(location.search).get('world') ?? 'fod';
const root = createRoot(document.getElementById('root'));
globalThis.leave = () => root.unmount();
root.render(
  createElement(
    Page,
    { width: 'wide', world },
    createElement('h1', null, 'A page'),
    createElement(Stack, { gap: 'far' }, createElement(ListenBlock, { world })),
  ),
);
