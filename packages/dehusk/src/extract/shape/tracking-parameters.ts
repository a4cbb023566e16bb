/** Parameters that name a campaign or a click, whose removal does not change the page. */
const exact = new Set(
  (
    "_branch_match_id,_ga,_gl,_hsenc,_hsmi,_openstat,__hsfp,__hssc,__hstc,__s,__twitter_impression,cmpid,dclid,fb_action_ids," +
    "fb_action_types,fb_ref,fb_source,fbclid,gad_campaignid,gad_source,gbraid,gclid,gclsrc,guccounter,guce_referrer," +
    "guce_referrer_sig,hsctatracking,icid,igsh,igshid,irclickid,li_fat_id,mc_cid,mc_eid,mibextid,mkt_tok,ml_subscriber," +
    "ml_subscriber_hash,msclkid,oly_anon_id,oly_enc_id,rb_clickid,ref_src,ref_url,s_cid,sc_campaign,sc_channel,sc_content," +
    "sc_medium,sc_outcome,sfnsn,srsltid,ttclid,twclid,vero_conv,vero_id,wbraid,wickedid,xtor,yclid,ysclid"
  ).split(","),
);
const prefixes = /^(?:utm|mtm|pk|piwik|matomo|hsa|stm|itm)_/;

/** A URL without tracking parameters; everything else stays, character by character. */
export function withoutTracking(address: string): string {
  const mark = address.indexOf("?");
  if (mark < 0) return address;
  const hash = address.indexOf("#", mark);
  const end = hash < 0 ? address.length : hash;
  const parameters = address.slice(mark + 1, end).split("&");
  const left = parameters.filter((parameter) => !isTracking(parameter.split("=", 1)[0] ?? ""));
  if (left.length === parameters.length) return address;
  return address.slice(0, mark) + (left.length === 0 ? "" : `?${left.join("&")}`) + address.slice(end);
}

function isTracking(name: string): boolean {
  const plain = name.toLowerCase();
  return exact.has(plain) || prefixes.test(plain);
}
