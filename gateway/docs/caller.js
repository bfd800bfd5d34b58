/** How calls are sent: with the session of this browser, or with a token, which the tab keeps until it is closed. */
const KEPT = 'mainstay:api-token';
const form = document.getElementById('caller');
const { by, token } = form.elements;

token.value = sessionStorage.getItem(KEPT) ?? '';
if (token.value !== '') by.value = 'token';

form.addEventListener('submit', (event) => event.preventDefault());
token.addEventListener('input', () => {
  sessionStorage.setItem(KEPT, token.value.trim());
  by.value = token.value.trim() === '' ? 'session' : 'token';
});

/** For `fetch`: a token is sent without the cookie, so that what is shown is what a script gets. */
export const credentials = () =>
  by.value === 'token'
    ? { credentials: 'omit', headers: { Authorization: `Bearer ${token.value.trim()}` } }
    : { credentials: 'same-origin', headers: {} };
