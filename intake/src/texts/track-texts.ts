import { useLanguage } from './language-context.tsx';
import { type Language } from './language.ts';

/** The texts of the page of a report, which the other pages do not load. */
const english = {
  title: 'Your report',
  reported: (moment: string) => `Reported on ${moment}`,
  states: { received: 'Received', working: 'Someone is working on it', fixed: 'Fixed' },
  updates: 'What happened',
  noUpdates: 'Nothing new yet. This page shows it as soon as there is something.',
  reply: 'Write a reply',
  replyHint: 'The people who look after this store read it.',
  send: 'Send',
  sending: 'Sending…',
  needsReply: 'Please write something first.',
  replySent: 'Your reply was sent.',
  replyFailed: 'Your reply could not be sent. It is still here: please try again.',
  replyLimited: (time: string) =>
    `These are many replies in a short time. Please send the next one after ${time}.`,
  photoCount: (count: number) => (count === 1 ? '1 photo was sent.' : `${count} photos were sent.`),
  until: (day: string) => `This page can be opened until ${day}.`,
  outdated: (moment: string) => `No network. This is how it was on ${moment}.`,
  goneTitle: 'This report is no longer here',
  goneBody:
    'Reports can be followed until 30 days after the repair. To report a problem, scan the sticker again.',
  failedTitle: 'This page could not be loaded',
  failedBody: 'There seems to be no network. It is tried again every few seconds.',
};
type TrackTexts = typeof english;

const spanish: TrackTexts = {
  title: 'Su informe',
  reported: (moment) => `Informado el ${moment}`,
  states: { received: 'Recibido', working: 'Alguien ya se ocupa', fixed: 'Reparado' },
  updates: 'Qué pasó',
  noUpdates: 'Aún no hay novedades. Esta página las muestra en cuanto las haya.',
  reply: 'Escribir una respuesta',
  replyHint: 'La leen quienes cuidan esta tienda.',
  send: 'Enviar',
  sending: 'Enviando…',
  needsReply: 'Primero escriba algo.',
  replySent: 'Su respuesta se envió.',
  replyFailed: 'Su respuesta no se pudo enviar. Sigue aquí: inténtelo otra vez.',
  replyLimited: (time) => `Son muchas respuestas en poco tiempo. Envíe la siguiente después de las ${time}.`,
  photoCount: (count) => (count === 1 ? 'Se envió 1 foto.' : `Se enviaron ${count} fotos.`),
  until: (day) => `Esta página se puede abrir hasta el ${day}.`,
  outdated: (moment) => `No hay red. Así estaba el ${moment}.`,
  goneTitle: 'Este informe ya no está aquí',
  goneBody:
    'Los informes se pueden seguir hasta 30 días después de la reparación. Para informar de un problema, escanee la etiqueta otra vez.',
  failedTitle: 'No se pudo cargar esta página',
  failedBody: 'Parece que no hay red. Se intenta otra vez cada pocos segundos.',
};

export const trackTexts: Record<Language, TrackTexts> = { en: english, es: spanish };

/** Those in the language of the page. */
export const useTrackTexts = (): TrackTexts => trackTexts[useLanguage()];
