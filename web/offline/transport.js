// Who answers the page that has no server: workers of its own. `web/build` makes the page take this file for its
// side.js.

import "./install.js";

export { events, request } from "./worker-pool.js";
