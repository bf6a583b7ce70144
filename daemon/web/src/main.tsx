import { play } from "./player";
import "./styles/index.css";

const root = document.getElementById("app");
if (root) {
  // What stands there is for the time until now.
  root.textContent = "";
  if (location.pathname === "/admin") void import("./admin/admin_page").then(({ administer }) => administer(root));
  else play(root);
}
