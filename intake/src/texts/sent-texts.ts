import { useLanguage } from './language-context.tsx';
import { type Language } from './language.ts';

/** The texts of a report that was sent, or waits for it, which the other pages do not load. */
const english = {
  sent: {
    title: 'Thank you!',
    number: (number: number) => `Your report has the number #${number}.`,
    joined: 'It was added to the report that was there already.',
    next: 'What happens next',
    steps: [
      'The people who look after this store are told right away.',
      'They read your report and have it repaired.',
      'You can see here how far it is, answer questions and add photos.',
    ],
    follow: 'Follow this report',
    keepLink: 'Some phones forget this report after a week. Keep the link if you want to look again later.',
    another: 'Report something else',
  },

  saved: {
    title: 'Saved on this phone',
    offline: 'Saved on this phone. It will be sent when there is a network.',
    unavailable: 'Saved on this phone. The service is busy, and it will be sent in a moment.',
    unsaved: 'It could not be sent yet. Please keep this page open: it will be sent when there is a network.',
    limited: (time: string) =>
      `There are very many reports at the moment. Yours is saved on this phone and will be sent at ${time}.`,
    closing: 'You may close this page. When you open it again, it is sent too.',
    yours: 'Your report',
    photos: (count: number) => (count === 1 ? 'with 1 photo' : `with ${count} photos`),
    tryNow: 'Try now',
    sending: 'Sending…',
  },
};
type SentTexts = typeof english;

const spanish: SentTexts = {
  sent: {
    title: '¡Gracias!',
    number: (number) => `Su informe tiene el número ${number}.`,
    joined: 'Se añadió al informe que ya existía.',
    next: 'Qué pasa ahora',
    steps: [
      'Se avisa enseguida a quienes cuidan esta tienda.',
      'Ellos leen su informe y se encargan de la reparación.',
      'Aquí puede ver cómo va, responder preguntas y añadir fotos.',
    ],
    follow: 'Seguir este informe',
    keepLink:
      'Algunos teléfonos olvidan este informe después de una semana. Guarde el enlace si quiere verlo más adelante.',
    another: 'Informar de otro problema',
  },

  saved: {
    title: 'Guardado en este teléfono',
    offline: 'Guardado en este teléfono. Se enviará cuando haya red.',
    unavailable: 'Guardado en este teléfono. El servicio está ocupado y se enviará en un momento.',
    unsaved: 'Todavía no se pudo enviar. Deje esta página abierta: se enviará cuando haya red.',
    limited: (time) =>
      `En este momento hay muchos informes. El suyo está guardado en este teléfono y se enviará a las ${time}.`,
    closing: 'Puede cerrar esta página. También se envía cuando la abra otra vez.',
    yours: 'Su informe',
    photos: (count) => (count === 1 ? 'con 1 foto' : `con ${count} fotos`),
    tryNow: 'Intentar ahora',
    sending: 'Enviando…',
  },
};

const sentTexts: Record<Language, SentTexts> = { en: english, es: spanish };

/** Those in the language of the page. */
export const useSentTexts = (): SentTexts => sentTexts[useLanguage()];
