import { type Language } from './language.ts';

/** In every language. */
export const PRODUCT = 'Mainstay';

const english = {
  noScript:
    'You can fill in this page, but sending it needs JavaScript. Please switch it on in your browser.',
  loading: 'Loading…',
  store: (name: string, number: string) => `${name} · Store ${number}`,
  optional: 'optional',

  writing: {
    tooLong: (length: number, most: number) =>
      `${length} / ${most}: please shorten it to ${most} characters.`,
    waitForPhotos: 'Your photos are being prepared. One moment, please.',
  },

  photos: {
    title: 'Photos',
    hint: (most: number) => `At most ${most}. The place they were taken is removed.`,
    take: 'Take a photo',
    choose: 'Choose photos',
    photo: (at: number) => `Photo ${at}`,
    remove: (at: number) => `Remove photo ${at}`,
    preparing: 'Preparing…',
    unreadable: (name: string) => `“${name}” could not be read as a picture. Please choose another one.`,
    tooMany: (most: number) => `Only ${most} photos fit. The others were left out.`,
    waiting: 'Waiting',
    sending: 'Sending…',
    sent: 'Sent',
    failed: 'Not sent yet',
    refused: 'Could not be used as a picture',
    full: 'Left out: the report has its photos',
    progress: (sent: number, all: number) => `${sent} of ${all} photos sent`,
    again: 'Send the photos again',
    someFailed: 'Your report has arrived. Some photos have not, and can be sent again.',
  },

  refused: {
    general: (detail: string) => `This could not be sent: ${detail}`,
    join: 'That report was closed in the meantime. Please send yours as a new one.',
    code: 'The sticker was replaced before this could be sent. This is what you wrote:',
    discard: 'Delete this report',
  },

  closed: 'This store takes no reports at the moment. Please tell your manager.',
  unknown: {
    title: 'This sticker is not in use',
    body: 'It may have been replaced by a newer one. Look for another sticker, scan it again, or tell your manager.',
  },

  failed: {
    body: 'There seems to be no network. Your report can be written all the same: it is saved and sent later.',
    again: 'Try again',
  },
};

/** Every text of the pages in one language. */
export type Texts = typeof english;

const spanish: Texts = {
  noScript:
    'Puede rellenar esta página, pero para enviarla se necesita JavaScript. Actívelo en su navegador.',
  loading: 'Cargando…',
  store: (name, number) => `${name} · Tienda ${number}`,
  optional: 'opcional',

  writing: {
    tooLong: (length, most) => `${length} / ${most}: acórtelo a ${most} caracteres, por favor.`,
    waitForPhotos: 'Sus fotos se están preparando. Un momento, por favor.',
  },

  photos: {
    title: 'Fotos',
    hint: (most) => `Como máximo ${most}. Se quita el lugar donde se tomaron.`,
    take: 'Tomar una foto',
    choose: 'Elegir fotos',
    photo: (at) => `Foto ${at}`,
    remove: (at) => `Quitar la foto ${at}`,
    preparing: 'Preparando…',
    unreadable: (name) => `«${name}» no se pudo leer como imagen. Elija otra.`,
    tooMany: (most) => `Solo caben ${most} fotos. Las demás no se añadieron.`,
    waiting: 'En espera',
    sending: 'Enviando…',
    sent: 'Enviada',
    failed: 'Aún no enviada',
    refused: 'No se pudo usar como imagen',
    full: 'No se añadió: el informe ya tiene sus fotos',
    progress: (sent, all) => `${sent} de ${all} fotos enviadas`,
    again: 'Enviar las fotos otra vez',
    someFailed: 'Su informe llegó. Algunas fotos no, y se pueden enviar otra vez.',
  },

  refused: {
    general: (detail) => `No se pudo enviar: ${detail}`,
    join: 'Ese informe se cerró mientras tanto. Envíe el suyo como uno nuevo.',
    code: 'La etiqueta se reemplazó antes de poder enviarlo. Esto es lo que escribió:',
    discard: 'Borrar este informe',
  },

  closed: 'Esta tienda no recibe informes por ahora. Avise a su gerente.',
  unknown: {
    title: 'Esta etiqueta no está en uso',
    body: 'Quizá se reemplazó por una más nueva. Busque otra etiqueta, escanéela otra vez o avise a su gerente.',
  },

  failed: {
    body: 'Parece que no hay red. Puede escribir su informe de todos modos: se guarda y se envía después.',
    again: 'Intentar otra vez',
  },
};

export const texts: Record<Language, Texts> = { en: english, es: spanish };
