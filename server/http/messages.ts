// Requests and responses that are Express's from the start.

import { IncomingMessage, type RequestListener, ServerResponse } from 'node:http';
import type { Express } from 'express';
import type { ContextResponse } from './request-context.ts';

/** The classes that a server of Node's makes its requests and responses from. */
export interface Messages {
  IncomingMessage: typeof IncomingMessage;
  ServerResponse: typeof ServerResponse;
}

/** What answers, and what the server in front of it makes its requests and responses from. */
export interface SiteListener {
  answer: RequestListener;
  messages?: Messages;
}

/**
 * Classes for the server in front of an app. Express gives every request and response another prototype when it takes them
 * over, which V8 pays for with each property that is read of them from then on. Those of these classes have it already.
 */
export function messagesOf(app: Express): Messages {
  class SiteRequest extends IncomingMessage {
    declare res: ContextResponse;
    /** Whose address it is was found out before (client-address.ts); Express would look for it anew. */
    get ip(): string {
      return this.res.locals.address;
    }
  }
  class SiteResponse<Request extends IncomingMessage> extends ServerResponse<Request> {}
  Object.setPrototypeOf(SiteRequest.prototype, app.request);
  Object.setPrototypeOf(SiteResponse.prototype, app.response);
  app.request = SiteRequest.prototype as unknown as typeof app.request;
  app.response = SiteResponse.prototype as unknown as typeof app.response;
  return { IncomingMessage: SiteRequest, ServerResponse: SiteResponse };
}
