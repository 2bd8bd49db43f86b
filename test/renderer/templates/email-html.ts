// E-mail HTML as it is really written: tables in tables, conditional comments, inline CSS, hidden preheaders, tags left open where HTML
// lets them. Made for tests, the bench and the rehearsals of both; none of it is anybody's mail.

/** A newsletter with a hidden preheader, a comment for one mail program, a button and an image. Clean: lint finds nothing but unknown names. */
export function newsletter(): string {
  return `<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" lang="en">
<head>
<meta http-equiv="Content-Type" content="text/html; charset=utf-8" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<title>{{show_title}} starts soon</title>
<!--[if gte mso 9]><xml><o:OfficeDocumentSettings><o:AllowPNG/><o:PixelsPerInch>96</o:PixelsPerInch></o:OfficeDocumentSettings></xml><![endif]-->
<style type="text/css">
  body { margin: 0; padding: 0; -webkit-text-size-adjust: 100%; }
  .button a { background: #0f766e; color: #ffffff; }
  @media only screen and (max-width: 600px) { .column { display: block !important; width: 100% !important } .wide{padding:0}}
  @media (prefers-color-scheme: dark) { body, .card { background: #111111 !important; color: #eeeeee !important } }
</style>
</head>
<body style="margin:0;padding:0;background:#f4f4f5;">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all;">Doors open in one hour, {{ first_name }}.&nbsp;&zwnj;&nbsp;&zwnj;</div>
<center>
<!--[if mso]><table role="presentation" width="600" cellpadding="0" cellspacing="0"><tr><td><![endif]-->
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:600px;margin:0 auto;">
  <tr>
    <td class="card" style="padding:24px;font-family:Arial,'Helvetica Neue',sans-serif;font-size:16px;line-height:24px;">
      <img src="https://cdn.example.org/banner.png" width="552" height="180" alt="{{show_title}}" style="display:block;border:0;">
      <h1 style="font-size:28px;line-height:34px;">{{show_title}}</h1>
      <p>Hello {{first_name}},<br>
      the show begins on <b>{{show_date}}</b> &mdash; don&rsquo;t miss the first song &amp; the raffle.</p>
      <table role="presentation" class="button" cellpadding="0" cellspacing="0"><tr><td bgcolor="#0f766e" style="border-radius:4px;">
        <!--[if mso]><v:roundrect href="{{watch_url}}" style="height:44px;v-text-anchor:middle;width:200px;" arcsize="9%" fillcolor="#0f766e"><center>Watch</center></v:roundrect><![endif]-->
        <!--[if !mso]><!--><a href="{{watch_url}}" style="display:inline-block;padding:12px 24px;">Watch the show</a><!--<![endif]-->
      </td></tr></table>
      <table role="presentation" width="100%"><tr>
        <td class="column" width="50%" valign="top"><p>Line-up<ul><li>Opening<li>Interview<li>Live set</ul></td>
        <td class="column" width="50%" valign="top"><p>Tickets are free.</p></td>
      </tr></table>
      <p style="font-size:12px;color:#71717a;">You get this because you follow the show. <a href="https://example.org/settings?user={{user_id}}&amp;list=1">Change what we send</a></p>
    </td>
  </tr>
</table>
<!--[if mso]></td></tr></table><![endif]-->
</center>
</body>
</html>
`
}

/** A receipt whose table is there for its columns. */
export function receipt(): string {
  return `<html><body bgcolor=#ffffff>
<p>Thank you, {{name}}.</p>
<table border="0" cellpadding="6">
  <thead><tr><th align="left">Item</th><th align="right">Price</th></tr></thead>
  <tbody>
    <tr><td>Ticket &ldquo;{{show}}&rdquo;</td><td align="right">12.00</td></tr>
    <tr><td>Support</td><td align="right">{{amount}}</td></tr>
  </tbody>
</table>
<p>Questions? <a href="mailto:help@example.org">help@example.org</a></p>
</body></html>`
}

/** What editors of the nineties left behind: no doctype, font and center, capitals, no end tag that may be missing. */
export function legacy(): string {
  return [
    '<HTML><BODY BGCOLOR="#FFFFFF" LINK=#003399>',
    '<CENTER><FONT FACE="Verdana" SIZE=2><B>Night show</B></FONT></CENTER>',
    '<TABLE WIDTH=600 ALIGN=center><TR><TD>First<TD>Second<TR><TD COLSPAN=2 NOWRAP><P>One<P>Two<BR><HR SIZE=1></TABLE>',
    '<DL><DT>When<DD>Friday<DT>Where<DD>Here</DL>',
    '<SELECT><OPTION>a<OPTION SELECTED>b</SELECT>',
    '<![if !supportLists]>1.<![endif]> <o:p></o:p><o:p/>',
    '</BODY></HTML>',
    '',
  ].join('\r\n')
}

/** A long mail of about `bytes` bytes (300 KB by default): rows of cards with placeholders, images and links, well formed. */
export function emailHtml(bytes = 300 * 1024): string {
  const [head, tail] = newsletter().split('<!--[if mso]></td></tr></table><![endif]-->') as [string, string]
  const rows: string[] = []
  let size = head.length + tail.length
  for (let row = 0; size < bytes; row++) {
    const card = `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:600px;margin:0 auto;border-bottom:1px solid #e4e4e7;">
  <tr><td style="padding:16px;font-family:Arial,sans-serif;"><img src="https://cdn.example.org/card-${row}.png" alt="Card ${row}" width="120" height="80" style="display:block;border:0;float:left;"></td>
  <td style="padding:16px;font-family:Arial,sans-serif;font-size:14px;line-height:20px;color:#18181b;"><b>Part ${row}: {{show_title}}</b><br>Hello {{first_name}}, here is what happens at ${row % 24}:00 &ndash; <a href="{{watch_url}}?part=${row}">look inside</a>.</td></tr>
</table>
`
    rows.push(card)
    size += card.length
  }
  return `${head}${rows.join('')}<!--[if mso]></td></tr></table><![endif]-->${tail}`
}
