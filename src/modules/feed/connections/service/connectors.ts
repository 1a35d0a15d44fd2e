/** The connectors of all vendors, with the addresses that the settings name. */
import type { Web } from "../../../../platform/web/index.ts";
import type { Vendor } from "../rules/words.ts";
import type { Connector } from "./connector.ts";
import { mercury } from "./mercury.ts";
import { plaid, type PlaidSettings } from "./plaid.ts";
import { simplefin } from "./simplefin.ts";
import { stripe } from "./stripe.ts";

export interface VendorSettings extends PlaidSettings {
  /** The origins of SimpleFIN servers that are trusted. */
  readonly simplefinServers: readonly string[];
  readonly stripeUrl: string;
  readonly mercuryUrl: string;
}

export function connectorsOf(web: Web, settings: VendorSettings): Readonly<Record<Vendor, Connector>> {
  return {
    simplefin: simplefin(web, settings.simplefinServers),
    stripe: stripe(web, settings.stripeUrl),
    mercury: mercury(web, settings.mercuryUrl),
    plaid: plaid(web, settings),
  };
}
