import { useLanguage } from './language-context.tsx';
import { type Language } from './language.ts';

/** The texts of the page that reports a problem, which the other pages do not load. */
const english = {
  title: 'Report a problem',
  open: 'Already reported',
  checking: 'Looking up what is already reported…',
  nothingOpen: 'Nothing is reported here at the moment.',
  reported: (ago: string) => `Reported ${ago}.`,
  received: 'It was received.',
  working: 'Someone is working on it.',
  same: 'It is the same problem',
  sameHint: 'What you wrote below goes along with it.',
  mine: (number: number, day: string) => `You sent report #${number} from this phone on ${day}.`,
  seeMine: 'See what happens with it',

  what: 'What is wrong?',
  whatHint: 'In your own words, for example: “The oil does not get hot.”',
  left: (count: number) => `${count} characters left`,
  urgency: 'How bad is it?',
  urgencies: { high: 'It does not work', medium: 'It works badly', low: 'It can wait' },
  name: 'Your name',
  contact: 'Phone or e-mail',
  contactHint: 'Only for questions about this problem. It is deleted 30 days after the repair.',
  website: 'Leave this field empty',
  send: 'Send the report',
  needsWhat: 'Please write what is wrong.',
  needsUrgency: 'Please choose how bad it is.',
  emptied: 'Your browser had filled in a hidden field. It is empty now: please send the report again.',
};
type ReportTexts = typeof english;

const spanish: ReportTexts = {
  title: 'Informar de un problema',
  open: 'Ya se informó',
  checking: 'Buscando lo que ya se informó…',
  nothingOpen: 'Por ahora no hay ningún problema informado aquí.',
  reported: (ago) => `Se informó ${ago}.`,
  received: 'Se recibió.',
  working: 'Alguien ya se ocupa.',
  same: 'Es el mismo problema',
  sameHint: 'Lo que escribió abajo se envía con él.',
  mine: (number, day) => `El ${day} envió el informe n.º ${number} desde este teléfono.`,
  seeMine: 'Ver qué pasa con él',

  what: '¿Qué pasa?',
  whatHint: 'Con sus palabras, por ejemplo: «El aceite no se calienta.»',
  left: (count) => `Quedan ${count} caracteres`,
  urgency: '¿Qué tan grave es?',
  urgencies: { high: 'No funciona', medium: 'Funciona mal', low: 'Puede esperar' },
  name: 'Su nombre',
  contact: 'Teléfono o correo electrónico',
  contactHint: 'Solo para preguntas sobre este problema. Se borra 30 días después de la reparación.',
  website: 'Deje este campo vacío',
  send: 'Enviar el informe',
  needsWhat: 'Escriba qué pasa.',
  needsUrgency: 'Elija qué tan grave es.',
  emptied: 'Su navegador había rellenado un campo oculto. Ya está vacío: envíe el informe otra vez.',
};

export const reportTexts: Record<Language, ReportTexts> = { en: english, es: spanish };

/** Those in the language of the page. */
export const useReportTexts = (): ReportTexts => reportTexts[useLanguage()];
