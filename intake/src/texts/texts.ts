import { type Language } from './language.ts';

const english = {
  product: 'Mainstay',
  description: 'Report a problem in your store, and see what happens with it.',
  noScript:
    'You can fill in this page, but sending it needs JavaScript. Please switch it on in your browser.',
  loading: 'Loading…',
  store: (name: string, number: string) => `${name} · Store ${number}`,
  optional: 'optional',

  report: {
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
    tooLong: (length: number, most: number) =>
      `${length} / ${most}: please shorten it to ${most} characters.`,
    urgency: 'How bad is it?',
    urgencies: { high: 'It does not work', medium: 'It works badly', low: 'It can wait' },
    name: 'Your name',
    contact: 'Phone or e-mail',
    contactHint: 'Only for questions about this problem. It is deleted 30 days after the repair.',
    website: 'Leave this field empty',
    send: 'Send the report',
    needsWhat: 'Please write what is wrong.',
    needsUrgency: 'Please choose how bad it is.',
    waitForPhotos: 'Your photos are being prepared. One moment, please.',
    emptied: 'Your browser had filled in a hidden field. It is empty now: please send the report again.',
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

  track: {
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
  },
};

/** Every text of the pages in one language. */
export type Texts = typeof english;

const spanish: Texts = {
  product: 'Mainstay',
  description: 'Informe de un problema en su tienda y vea qué pasa con él.',
  noScript:
    'Puede rellenar esta página, pero para enviarla se necesita JavaScript. Actívelo en su navegador.',
  loading: 'Cargando…',
  store: (name, number) => `${name} · Tienda ${number}`,
  optional: 'opcional',

  report: {
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
    tooLong: (length, most) => `${length} / ${most}: acórtelo a ${most} caracteres, por favor.`,
    urgency: '¿Qué tan grave es?',
    urgencies: { high: 'No funciona', medium: 'Funciona mal', low: 'Puede esperar' },
    name: 'Su nombre',
    contact: 'Teléfono o correo electrónico',
    contactHint: 'Solo para preguntas sobre este problema. Se borra 30 días después de la reparación.',
    website: 'Deje este campo vacío',
    send: 'Enviar el informe',
    needsWhat: 'Escriba qué pasa.',
    needsUrgency: 'Elija qué tan grave es.',
    waitForPhotos: 'Sus fotos se están preparando. Un momento, por favor.',
    emptied: 'Su navegador había rellenado un campo oculto. Ya está vacío: envíe el informe otra vez.',
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

  track: {
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
    replyLimited: (time) =>
      `Son muchas respuestas en poco tiempo. Envíe la siguiente después de las ${time}.`,
    photoCount: (count) => (count === 1 ? 'Se envió 1 foto.' : `Se enviaron ${count} fotos.`),
    until: (day) => `Esta página se puede abrir hasta el ${day}.`,
    outdated: (moment) => `No hay red. Así estaba el ${moment}.`,
    goneTitle: 'Este informe ya no está aquí',
    goneBody:
      'Los informes se pueden seguir hasta 30 días después de la reparación. Para informar de un problema, escanee la etiqueta otra vez.',
    failedTitle: 'No se pudo cargar esta página',
    failedBody: 'Parece que no hay red. Se intenta otra vez cada pocos segundos.',
  },
};

export const texts: Record<Language, Texts> = { en: english, es: spanish };
