import { Html, html } from './html.ts';

/**
 * The colours of the product's pages. The light ones are in each element, because some mail programs remove style
 * sheets; the dark ones are in a style sheet for those that show mails dark.
 */
const LIGHT = {
  canvas: '#f6f3ed',
  surface: '#fffefb',
  line: '#e2dbce',
  text: '#231e18',
  soft: '#5c5449',
  brand: '#0d6468',
  onBrand: '#ffffff',
};
const DARK: typeof LIGHT = {
  canvas: '#151311',
  surface: '#1e1b18',
  line: '#38322b',
  text: '#f4efe7',
  soft: '#bfb5a7',
  brand: '#62c6bf',
  onBrand: '#06211f',
};

const FONT = "font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const BREAK = 'overflow-wrap:anywhere;word-break:break-word';

/** The looks of the parts of a page, as the attributes `class` and `style`. */
const look = (name: string, style: string): Html => new Html(`class="${name}" style="${style}"`);
const heading = (margin: string, size: string, lineHeight: string): Html =>
  look(
    'text',
    `margin:${margin};font-size:${size};line-height:${lineHeight};font-weight:600;color:${LIGHT.text};${BREAK}`,
  );
export const looks = {
  title: heading('0 0 4px', '20px', '28px'),
  heading: heading('28px 0 0', '17px', '24px'),
  ticket: heading('16px 0 0', '15px', '22px'),
  text: look('text', `margin:0;font-size:15px;line-height:22px;color:${LIGHT.text};${BREAK}`),
  soft: look('soft', `margin:0;font-size:13px;line-height:20px;color:${LIGHT.soft};${BREAK}`),
  item: look('line', `margin:16px 0 0;padding:16px 0 0;border-top:1px solid ${LIGHT.line}`),
  itemOfTicket: look('line', `margin:10px 0 0;padding:0 0 0 12px;border-left:3px solid ${LIGHT.line}`),
  quote: look(
    'text line',
    `margin:8px 0 0;padding:0 0 0 12px;border-left:3px solid ${LIGHT.line};font-size:15px;line-height:22px;color:${LIGHT.text};${BREAK}`,
  ),
  link: look('link', `color:${LIGHT.brand};text-decoration:underline`),
  button: look(
    'button',
    `display:inline-block;padding:11px 20px;border-radius:8px;background-color:${LIGHT.brand};color:${LIGHT.onBrand};font-size:15px;line-height:22px;font-weight:600;text-decoration:none`,
  ),
};

const darkStyle = new Html(`
      :root { color-scheme: light dark; supported-color-schemes: light dark; }
      @media (prefers-color-scheme: dark) {
        .canvas { background-color: ${DARK.canvas} !important; }
        .card { background-color: ${DARK.surface} !important; border-color: ${DARK.line} !important; }
        .line { border-color: ${DARK.line} !important; }
        .text { color: ${DARK.text} !important; }
        .soft { color: ${DARK.soft} !important; }
        .link { color: ${DARK.brand} !important; }
        .button { background-color: ${DARK.brand} !important; color: ${DARK.onBrand} !important; }
      }
      @media (max-width: 480px) {
        .card { padding: 18px !important; }
        .outer { padding: 8px !important; }
      }
    `);

interface Page {
  title: string;
  content: Html;
  footer: Html;
  language?: string;
}

/** A mail as an HTML document, without anything that is loaded from elsewhere. */
export const page = ({ title, content, footer, language = 'en' }: Page): string =>
  html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>${title}</title>
        <style>
          ${darkStyle}
        </style>
      </head>
      <body class="canvas" style="margin:0;padding:0;background-color:${LIGHT.canvas}">
        <table
          role="presentation"
          class="canvas"
          width="100%"
          cellpadding="0"
          cellspacing="0"
          border="0"
          style="background-color:${LIGHT.canvas}"
        >
          <tr>
            <td class="outer" align="center" style="padding:24px 16px">
              <table
                role="presentation"
                width="100%"
                cellpadding="0"
                cellspacing="0"
                border="0"
                style="max-width:600px;table-layout:fixed;${new Html(FONT)}"
              >
                <tr>
                  <td
                    class="card"
                    style="padding:28px;border:1px solid ${LIGHT.line};border-radius:12px;background-color:${LIGHT.surface};${new Html(FONT)}"
                  >
                    ${content}
                  </td>
                </tr>
                <tr>
                  <td style="padding:16px 8px;${new Html(FONT)}">${footer}</td>
                </tr>
              </table>
            </td>
          </tr>
        </table>
      </body>
    </html> `.text;
