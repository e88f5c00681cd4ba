-- The same schema as ../0007_claim_links.sql, whose comments say what it is for.

CREATE TABLE claim_links (
  token_hash text PRIMARY KEY,
  checkout_session_id text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  used_at timestamptz(3)
);
CREATE INDEX claim_links_by_order ON claim_links (checkout_session_id);
CREATE INDEX claim_links_by_end ON claim_links (expires_at);
