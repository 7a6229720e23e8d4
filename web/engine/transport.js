// Who answers the page: the server. The page without a server has offline/transport.js in place of this file.

export { events, request } from "./http.js";
