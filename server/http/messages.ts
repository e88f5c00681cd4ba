// Request and response classes with Express's prototypes, for speed (V8 inline caches).

import { IncomingMessage, type RequestListener, type ServerOptions, ServerResponse } from 'node:http';
import type { Express } from 'express';

/** The classes that a Node server makes its requests and responses from. */
type Messages = Pick<ServerOptions, 'IncomingMessage' | 'ServerResponse'>;

/** The request handler, and the classes of its requests and responses. */
export interface SiteListener {
  answer: RequestListener;
  messages?: Messages;
}

/**
 * Classes for the server in front of an app. Express changes the prototype of every request and response, which makes
 * V8's property access slower from then on. Objects of these classes have the right prototype already.
 */
export function messagesOf(app: Express): Messages {
  class SiteRequest extends IncomingMessage {}
  class SiteResponse<Request extends IncomingMessage> extends ServerResponse<Request> {
    declare locals?: Express.Locals;
    /**
     * Frees the request's place as soon as its answer is complete. The response's `close` event is too late: it needs the
     * client to receive the answer, which may never happen.
     */
    override end(chunk?: unknown, encoding?: unknown, done?: unknown): this {
      this.locals?.leavePlace?.();
      return super.end(chunk, encoding as BufferEncoding, done as () => void);
    }
  }
  Object.setPrototypeOf(SiteRequest.prototype, app.request);
  Object.setPrototypeOf(SiteResponse.prototype, app.response);
  app.request = SiteRequest.prototype as unknown as typeof app.request;
  app.response = SiteResponse.prototype as unknown as typeof app.response;
  return { IncomingMessage: SiteRequest, ServerResponse: SiteResponse };
}
